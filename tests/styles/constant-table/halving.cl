kernel void classify(constant int *limits, int count, global const int *in, global int *out, int n)
{
    int i = get_global_id(0);
    if (i < n) {
        int value = in[i], low = 0, high = count;
        while (low < high) {
            int middle = (low + high) >> 1;
            if (limits[middle] <= value) low = middle + 1; else high = middle;
        }
        out[i] = low;
    }
}
