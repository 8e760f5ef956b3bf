__kernel void scale(__global float *a, float k) {
    int i = get_global_id(0)
    a[i] = a[i] * k
}
