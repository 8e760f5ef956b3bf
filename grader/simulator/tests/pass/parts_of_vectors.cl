// kernel: parts
// global: 4
// local: 4
// buffer: halves float4 4 uninit
// buffer: points float3 4 uninit
// buffer: out float 32 zeros
// Only components that have a value are used, though whole vectors are read and copied.
float2 lower(float4 whole) { return whole.xy; }

kernel void parts(global float4 *halves, global float3 *points, global float *out) {
    int i = get_global_id(0);
    halves[i].xy = (float2)(i, 1);
    global float *numbers = (global float *)points;
    for (int k = 0; k < 3; ++k)
        numbers[4 * i + k] = k + 1;

    float4 whole = halves[i];
    out[i] = whole.x + whole.y;
    out[i + 4] = vload4(0, numbers + 4 * i).z;
    float3 point = points[i];
    out[i + 8] = point.x + point.y + point.z;
    out[i + 12] = (2 * halves[i]).y;

    float4 mine;
    mine.xy = (float2)(3, 4);
    float4 copy = mine;
    out[i + 16] = copy.y;
    out[i + 20] = lower(mine).x;
    float4 sum = copy + halves[i];
    out[i + 24] = sum.x;

    int chosen;
    if (i & 1)
        chosen = 5;
    out[i + 28] = i & 1 ? chosen : 0;
}
