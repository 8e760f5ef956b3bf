// One level of a breadth-first search over a graph with a fixed degree.
kernel void real(global const int *edges, global int *levels, global int *changed, int vertices, int degree,
                 int level)
{
    int v = get_global_id(0);
    if (v < vertices && levels[v] == level) {
        for (int e = 0; e < degree; ++e) {
            int to = edges[v * degree + e];
            if (levels[to] > level + 1) {
                levels[to] = level + 1;
                *changed = 1;
            }
        }
    }
}
