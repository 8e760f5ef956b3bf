#include "body.h"
kernel void k(global struct Body *out) { out[get_global_id(0)].mass = G; }
