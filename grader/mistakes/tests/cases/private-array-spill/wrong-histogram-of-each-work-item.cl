// global: 4
// buffer: x uchar 16 iota read
// buffer: bins uint 8 zeros
kernel void histogram(global const uchar *x, global uint *bins)
{
    uint mine[8] = { 0 };
    for (int i = 0; i < 4; i++) {
        mine[x[get_global_id(0) * 4 + i] % 8]++; //~
    }
    for (int bin = 0; bin < 8; bin++) {
        atomic_add(&bins[bin], mine[bin]);
    }
}
