__kernel void f(__global int *a) {
    __asm__ volatile("nop");
    a[0] = 1;
}
