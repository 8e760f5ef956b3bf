// global: 2048
// local: 2048
kernel void none(void) {}
