// Neighbours change places under a condition; the places are fixed.
// global: 2
// buffer: x int 16 values 4 3 2 1 8 7 6 5 9 1 8 2 7 3 6 4
kernel void sort(global int *x)
{
    int mine[8];
    size_t first = get_global_id(0) * 8;
    for (int k = 0; k < 8; k++) {
        mine[k] = x[first + k];
    }
    for (int round = 0; round < 8; round++) {
        for (int k = round % 2; k < 7; k += 2) {
            if (mine[k] > mine[k + 1]) {
                int other = mine[k];
                mine[k] = mine[k + 1];
                mine[k + 1] = other;
            }
        }
    }
    for (int k = 0; k < 8; k++) {
        x[first + k] = mine[k];
    }
}
