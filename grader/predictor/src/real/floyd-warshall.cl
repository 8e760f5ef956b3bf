// One step of all shortest paths.
kernel void real(global int *distance, int n, int k)
{
    int j = get_global_id(0), i = get_global_id(1);
    int over = distance[i * n + k] + distance[k * n + j];
    if (over < distance[i * n + j])
        distance[i * n + j] = over;
}
