#define HERE __LINE__
__constant int before[] = { HERE, __LINE__ };
#line 3000 "generated.cl"
__kernel void generated(__global int *out) { out[0] = HERE + before[0]; printf("%s\n", __FILE__); }
