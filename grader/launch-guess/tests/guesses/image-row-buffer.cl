kernel void differences(read_only image1d_buffer_t row, global int *result)
{
    int i = get_global_id(0);
    result[i] = read_imagei(row, i + 1).x - read_imagei(row, i).x;
}
