// kernel: none
// global: 64
// local: 32
// The launch has not the size that the kernel was written for.
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void none(void) {}
