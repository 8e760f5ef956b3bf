__kernal void f(__golbal float *a, int n) {
    fro (int i = 0; i < n; i++) {
        a[i] = 1;
    }
    whlie (n > 0) {
        n--;
    }
    if (n) {
        a[0] = 2;
    } esle {
        a[0] = 3;
    }
    retrun;
}
