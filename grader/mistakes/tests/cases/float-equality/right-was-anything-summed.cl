// A guard against a division by zero, after a sum.
// global: 2
// buffer: x float 4 iota read
// buffer: y float 2 uninit write
kernel void mean_of_positive(global const float *x, global float *y)
{
    size_t i = get_global_id(0);
    float sum = 0.0f, weight = 0.0f;
    for (int k = 0; k < 2; k++) {
        float value = x[2 * i + k];
        if (value > 0.0f) {
            sum += 0.3f * value;
            weight += 0.3f;
        }
    }
    y[i] = weight != 0.0f ? sum / weight : 0.0f;
}
