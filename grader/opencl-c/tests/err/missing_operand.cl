__kernel void f(__global int *a, int n) {
    a[0] = n + ;
    a[1] = * ;
    a[2] = n ? 1;
    a[3] = (n > 1) ? : 2;
    a[4] = n == = 2;
    a[] = 3;
    a[5] = max(n,);
    a.;
}
