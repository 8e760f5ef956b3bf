// Said to run not once: the condition is asked, and that is all.
// --trips no_round.cl:5=0
kernel void no_round(global const float *in, global float *out, int width)
{
    float value = in[get_global_id(0)]; while (value > 1.0f)
        value *= 0.5f;
    out[get_global_id(0)] = value;
}
