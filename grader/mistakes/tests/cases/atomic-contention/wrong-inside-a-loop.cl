// global: 32
// local: 32
// buffer: x int 128 iota read
// buffer: sums int 4 zeros
kernel void row_sums(global const int *x, global int *sums) {
    for (int row = 0; row < 4; row++) {
        int i = row * 32 + get_global_id(0);
        atomic_add(&sums[row], x[i]); //~
    }
}
