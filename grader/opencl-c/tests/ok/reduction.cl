// The course's main line: guards, local memory, barriers, atomics.
#define TILE 16

__constant float weights[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
enum { CHANNELS = 4 };

typedef struct {
    float3 position;
    float mass;
} body;

inline float square(float x)
{
    return x * x;
}

static float sum_of_squares(__global const float *values, uint count)
{
    float sum = 0.0f;
    for (uint i = 0; i < count; ++i) {
        sum += square(values[i]);
    }
    return sum;
}

__kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))
void reduce(__global const float *restrict input, __global float *restrict output,
            __local float *partial, const uint n, __global volatile int *counter)
{
    __local float tile[TILE][TILE + 1];
    const uint lid = get_local_id(0);
    const size_t gid = get_global_id(0);
    partial[lid] = gid < n ? input[gid] : 0.0f;
    tile[lid][0] = weights[lid % 3][1];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
#pragma unroll
    for (uint half_size = get_local_size(0) / 2; half_size > 0; half_size >>= 1) {
        if (lid < half_size)
            partial[lid] += partial[lid + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0) {
        output[get_group_id(0)] = partial[0] + tile[0][0] + sum_of_squares(input, CHANNELS);
        atomic_inc(counter);
        atomic_max(counter + 1, (int)lid);
    }
}

__kernel void bodies(__global body *all, const body one, float4 scale)
{
    __global body *mine = all + get_global_id(0);
    mine->position += one.position * scale.xyz;
    (*mine).mass = dot(mine->position, one.position) + length(scale);
    all[1] = one;
}

__kernel void copies(__global float4 *global_data, __local float4 *local_data)
{
    // Nothing orders two work-groups that copy the same data.
    if (get_group_id(0) > 0)
        return;
    event_t event = async_work_group_copy(local_data, global_data, get_local_size(0), 0);
    wait_group_events(1, &event);
    local_data[get_local_id(0)].xz = local_data[0].yw;
    local_data[0].odd *= 2;
    prefetch(global_data, 4);
    event = async_work_group_strided_copy(global_data, local_data, 2, 2, 0);
    wait_group_events(1, &event);
    printf("%v4hlf %s %d\n", global_data[0], "done", 3);
}
