#include "wrong.h"
kernel void k(global int *out) { out[0] = half_of(4); }
