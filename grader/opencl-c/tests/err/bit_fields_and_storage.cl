struct flags {
    uint a : 3;
    uint : 2;
    int b;
};
__kernel void f(__global struct flags *p) {
    register int i = 0;
    auto int j = 1;
    static extern int k;
    p[i].b = j;
}
