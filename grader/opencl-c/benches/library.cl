// A small library of vector routines, each made for several types by macros.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_(a, b)
#define ROUTINE(name, type) JOIN(JOIN(NAME, name), type)
#define MIN_OF(a, b) ((a) < (b) ? (a) : (b))
#define CLAMP_INDEX(i, n) MIN_OF((i), (n) - 1)
#define LOAD(x, i, n) x[CLAMP_INDEX(i, n)]

/* y = alpha x + y */
#define DEFINE_AXPY(type)                                                        \
    __kernel void ROUTINE(axpy, type)(const uint n, const type alpha,            \
                                      __global const type *x, const uint incx,   \
                                      __global type *y, const uint incy)         \
    {                                                                            \
        for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {        \
            y[i * incy] = alpha * x[i * incx] + y[i * incy];                     \
        }                                                                        \
    }

DEFINE_AXPY(float)
DEFINE_AXPY(double)
DEFINE_AXPY(float4)

/* A sum over each work-group, as a tree in local memory. */
#define DEFINE_SUM(type)                                                         \
    __kernel void ROUTINE(sum, type)(__global const type *x, __global type *out, \
                                     __local type *scratch, const uint n)        \
    {                                                                            \
        const uint lid = get_local_id(0);                                        \
        const uint gid = get_global_id(0);                                       \
        scratch[lid] = gid < n ? LOAD(x, gid, n) : (type)0;                      \
        barrier(CLK_LOCAL_MEM_FENCE);                                            \
        for (uint half_size = get_local_size(0) / 2; half_size > 0; half_size >>= 1) { \
            if (lid < half_size) {                                               \
                scratch[lid] += scratch[lid + half_size];                        \
            }                                                                    \
            barrier(CLK_LOCAL_MEM_FENCE);                                        \
        }                                                                        \
        if (lid == 0) {                                                          \
            out[get_group_id(0)] = scratch[0];                                   \
        }                                                                        \
    }

DEFINE_SUM(float)
DEFINE_SUM(int)
DEFINE_SUM(double)

#undef DEFINE_AXPY
#undef DEFINE_SUM
#undef ROUTINE

typedef struct {
    float3 position;
    float3 velocity;
    float mass;
    int cell[2];
} NAME_particle;

__constant float NAME_weights[3][3] = {
    { 0.0625f, 0.125f, 0.0625f },
    { 0.125f, 0.25f, 0.125f },
    { 0.0625f, 0.125f, 0.0625f },
};

static inline float3 NAME_pull(const float3 from, const float3 to, const float mass)
{
    const float3 way = to - from;
    const float squared = dot(way, way) + 1e-6f;
    return way * (mass * rsqrt(squared) / squared);
}

__kernel void NAME_step(__global NAME_particle *particles, const int count, const float dt)
{
    const int i = get_global_id(0);
    if (i >= count) {
        return;
    }
    float3 force = (float3)(0.0f, 0.0f, 0.0f);
    for (int j = 0; j < count; j++) {
        if (j != i) {
            force += NAME_pull(particles[i].position, particles[j].position, particles[j].mass);
        }
    }
    particles[i].velocity += dt * force;
    particles[i].position = fma((float3)(dt), particles[i].velocity, particles[i].position);
    particles[i].cell[0] = convert_int_sat(floor(particles[i].position.x));
    particles[i].cell[1] = convert_int_sat(floor(particles[i].position.y));
}

__kernel void NAME_blur(__global const uchar4 *in, __global uchar4 *out, int width, int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) {
        return;
    }
    float4 sum = 0.0f;
    #pragma unroll
    for (int dy = -1; dy <= 1; dy++) {
        #pragma unroll
        for (int dx = -1; dx <= 1; dx++) {
            sum += NAME_weights[dy + 1][dx + 1] * convert_float4(in[(y + dy) * width + x + dx]);
        }
    }
    out[y * width + x] = convert_uchar4_sat_rte(sum);
}

__kernel void NAME_histogram(__global const uchar *values, __global uint *bins,
                             __local uint *local_bins, const uint n)
{
    for (uint bin = get_local_id(0); bin < 256u; bin += get_local_size(0)) {
        local_bins[bin] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        switch (values[i]) {
        case 0:
            break; // nothing is there
        default:
            atomic_inc(&local_bins[values[i]]);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint bin = get_local_id(0); bin < 256u; bin += get_local_size(0)) {
        atomic_add(&bins[bin], local_bins[bin]);
    }
}
