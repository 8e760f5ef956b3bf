__kernel void f(__global int *a) {
    int kernel = 1;
    int if = 2;
    float local = 3;
    a[0] = 1;
}
