kernel void reverse(global int *data, local int *tile) {
    int l = get_local_id(0);
    tile[l] = data[l];
    data[l] = tile[get_local_size(0) - 1 - l];
}
