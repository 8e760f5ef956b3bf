// global: 128
// local: 32
// buffer: keys uchar 128 iota read
// buffer: bins uint 4 zeros
kernel void quarters(global const uchar *keys, global uint *bins) {
    uchar key = keys[get_global_id(0)];
    atomic_inc(&bins[key / 32]); //~
}
