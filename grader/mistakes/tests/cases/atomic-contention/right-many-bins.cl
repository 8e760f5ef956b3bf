// global: 128
// local: 32
// buffer: keys uint 128 iota read
// buffer: bins uint 64 zeros
kernel void histogram(global const uint *keys, global uint *bins) {
    uint key = keys[get_global_id(0)];
    atomic_inc(&bins[key * 7 % 64]);
}
