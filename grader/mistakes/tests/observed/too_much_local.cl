// global: 4
// local: 4
// local-memory: tile 65536
kernel void none(local float *tile) {}
