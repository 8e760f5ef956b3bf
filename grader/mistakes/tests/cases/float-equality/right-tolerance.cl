// global: 4
// buffer: x float 4 values 1 2 3 4
kernel void root(global float *x)
{
    size_t i = get_global_id(0);
    float guess = x[i];
    for (int round = 0; round < 30; round++) {
        float next = 0.5f * (guess + x[i] / guess);
        if (fabs(next - guess) <= 1e-6f * guess) {
            break;
        }
        guess = next;
    }
    x[i] = guess;
}
