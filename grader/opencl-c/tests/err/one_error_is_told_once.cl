__kernel void f(__global float *a, int n) {
    float sum = 0.0f +;
    for (int i = 0; i < n; i++) {
        sum += a[i];
    }
    a[0] = sum;
    undeclared = 1;
}
