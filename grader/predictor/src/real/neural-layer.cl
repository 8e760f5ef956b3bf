// A layer of a neural network for a batch of inputs.
kernel void real(global const float *weights, global const float *in, global float *out, int inputs, int outputs)
{
    int o = get_global_id(0), sample = get_global_id(1);
    float sum = 0.0f;
    for (int k = 0; k < inputs; ++k)
        sum += weights[k * outputs + o] * in[sample * inputs + k];
    out[sample * outputs + o] = 1.0f / (1.0f + exp(-sum));
}
