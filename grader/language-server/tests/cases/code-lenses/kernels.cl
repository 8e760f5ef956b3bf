kernel void strided(global float *a, int stride) { a[get_global_id(0) * stride] = N; }
kernel void other(global float *a) { a[0] = 1; }
