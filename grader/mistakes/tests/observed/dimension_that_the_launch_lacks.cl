// kernel: none
// global: 64
// The kernel requires work-groups of two dimensions.
kernel __attribute__((reqd_work_group_size(16, 2, 1))) void none(void) {}
