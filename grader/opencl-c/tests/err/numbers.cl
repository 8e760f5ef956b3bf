__kernel void f(__global float *a) {
    a[0] = 1f;
    a[1] = 08;
    a[2] = 0x;
    a[3] = 1.0e;
    a[4] = 12abc;
    a[5] = 1.5fx;
    a[6] = 0x1.8;
    a[7] = '';
    a[8] = 'é';
    a[9] = '\x';
    a[10] = 0b102;
}
