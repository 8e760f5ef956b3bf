// global: 12
// local: 4
// buffer: height float 12 iota read
// buffer: slope float 12 uninit write
// value: n int 12
kernel void slopes(global const float *height, global float *slope, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    float here = height[i];
    float next = height[i + 1]; //~
    slope[i] = next - here;
}
