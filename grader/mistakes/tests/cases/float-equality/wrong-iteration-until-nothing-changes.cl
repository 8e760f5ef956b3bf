// Newton's iteration may swing between two neighbours for ever.
// global: 4
// buffer: x float 4 values 1 2 3 4
kernel void root(global float *x)
{
    size_t i = get_global_id(0);
    float guess = x[i], before = 0.0f;
    for (int round = 0; round < 30; round++) {
        before = guess;
        guess = 0.5f * (guess + x[i] / guess);
        if (guess == before) { //~
            break;
        }
    }
    x[i] = guess;
}
