CHAR_BIT INT_MAX INT_MIN UINT_MAX FLT_MAX M_PI M_PI_F MAXFLOAT INFINITY NAN
CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE
__kernel_exec(64, float4) void k() {}
__IMAGE_SUPPORT__ __FAST_RELAXED_MATH__ __OPENCL_C_VERSION__ CL_VERSION_1_2 CL_VERSION_2_0
#if __has_attribute(reqd_work_group_size) && __has_attribute(__packed__) && !__has_attribute(nonsense)
attributes
#endif
#if __has_builtin(__builtin_nothing) || __has_feature(x) || __has_extension(x)
#error
#endif
#undef M_PI
#define M_PI 3
M_PI
