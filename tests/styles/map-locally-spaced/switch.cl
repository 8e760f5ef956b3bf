// Each round in a helper that says whether there was an element.
typedef struct { uint start, step, limit; } walk;

int at(walk const *go, uint round, uint *place)
{
    *place = go->start + round * go->step;
    return *place < go->limit;
}

kernel void map_locally_spaced(global int *data, global uint *who, uint w, uint per_item)
{
    walk go;
    go.start = get_group_id(0) * get_local_size(0) * per_item + get_local_id(0);
    go.step = get_local_size(0);
    go.limit = w;
    for (uint round = 0; round < per_item; round++) {
        uint i;
        switch (at(&go, round, &i)) {
        case 0:
            break;
        default:
            data[i] = 1 + 2 * data[i];
            who[i] = get_global_id(0);
        }
    }
}
