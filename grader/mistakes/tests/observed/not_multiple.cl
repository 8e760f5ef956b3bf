// global: 10
// local: 4
kernel void none(void) {}
