__kernel void first(__global int *a) {
    if (a[0]) {
        a[1] = 2;
    }
    }
    a[2] = 3;
    return;
}
