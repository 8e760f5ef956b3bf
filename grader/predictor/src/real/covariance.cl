// Entries of a covariance matrix, each over all samples.
kernel void real(global const float *data, global const float *mean, global float *result, int samples, int variables)
{
    int j = get_global_id(0);
    int i = get_global_id(1);
    float sum = 0.0f;
    for (int k = 0; k < samples; ++k)
        sum += (data[k * variables + i] - mean[i]) * (data[k * variables + j] - mean[j]);
    result[i * variables + j] = sum / (samples - 1.0f);
}
