// floor and sums of whole numbers are exact.
// global: 4
// buffer: x float 4 iota
kernel void mark_whole(global float *x)
{
    size_t i = get_global_id(0);
    float count = 0.0f;
    while (count != 3.0f) {
        count += 1.0f;
    }
    x[i] = floor(x[i]) == x[i] ? count : 0.0f;
}
