// The nearest centre of each point.
kernel void real(global const float *points, global const float *centres, global int *nearest, int n, int count,
                 int dimensions)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    float least = 1e30f;
    int best = 0;
    for (int c = 0; c < count; ++c) {
        float distance = 0.0f;
        for (int d = 0; d < dimensions; ++d) {
            float apart = points[d * n + i] - centres[c * dimensions + d];
            distance += apart * apart;
        }
        if (distance < least) {
            least = distance;
            best = c;
        }
    }
    nearest[i] = best;
}
