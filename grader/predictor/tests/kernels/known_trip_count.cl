// The rounds of this loop are told: whoever says others has another kernel in mind.
// --trips 7=9
kernel void known_trip_count(global const float *in, global float *out, int width)
{
    int at = get_global_id(1) * 1024 + get_global_id(0);
    float sum = 0.0f;
    for (int k = 0; k < width; ++k)
        sum = sum * 0.5f + 1.0f;
    out[at] = sum;
}
