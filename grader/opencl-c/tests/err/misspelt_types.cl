__kernel void f(__global flaot *a, unit n) {
    flaot x = a[0];
    flaot4 *p = 0;
    a[1] = (folat)n;
    uint32_t u = 3;
    mystery m;
}
