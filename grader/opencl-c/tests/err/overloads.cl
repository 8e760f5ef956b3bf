// Calls of built-in functions that clang finds ambiguous, or that fit no overload.
__kernel void overloads(__global int *gi, __global float *gf, int i, uint u, float f, double d)
{
    float4 f4 = (float4)(1.0f);
    int4 i4 = (int4)(1);
    i = max(i, u);
    f = max(f, 1);
    f = clamp(f, 0.0, 1.0);
    f = sqrt(i);
    f = pow(f, 2.0);
    f4 = clamp(f4, 0, 1);
    i = abs(f);
    f = dot(i4, i4);
    f = dot((float3)(1), f4);
    i = convert_int(f4);
    i4 = convert_int4(i);
    i = as_int(d);
    atomic_add(gf, 1.0f);
    atomic_add(&i, 1);
    f4 = vload4(0, &f4);
    f4 = vload4(gf);
    vstore4(f4, 0, "abc");
    i = get_global_id();
    i = get_global_id(0, 1);
    barrier();
    f = sin;
    f = mix(f, f, 0.5);
    f = select(f, f, d);
    i = all(f4);
    i = mul24(i, u);
    f = fract(f, &i4);
    wait_group_events(1, gi);
    async_work_group_copy(gf, gf, 1, 0);
    printf();
    printf(gi);
    printf("%d", (event_t)0);
}

int max(int a, int b)
{
    return a;
}
