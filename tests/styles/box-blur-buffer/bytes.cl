// Byte by byte: the tile and the picture as bytes, channel by channel, and the guard around the end.
kernel void box_blur_buffer(global const uchar4 *picture, global uchar4 *out, local uchar4 *tile, uint width, uint height, int radius)
{
    int w = get_local_size(0), h = get_local_size(1);
    int row_length = w + radius + radius;
    int column, row;
    for (row = get_local_id(1); row < h + radius + radius; row += h) {
        int from_row = max(0, min((int)height - 1, (int)get_group_id(1) * h + row - radius));
        for (column = get_local_id(0); column < row_length; column += w) {
            int from_column = max(0, min((int)width - 1, (int)get_group_id(0) * w + column - radius));
            tile[row * row_length + column] = picture[from_row * width + from_column];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_global_id(0) < width && get_global_id(1) < height) {
        local uchar *bytes = (local uchar *)tile;
        uint area = (2 * radius + 1) * (2 * radius + 1);
        uchar mean[4];
        for (int channel = 0; channel < 4; ++channel) {
            uint sum = 0;
            for (row = 0; row <= 2 * radius; ++row)
                for (column = 0; column <= 2 * radius; ++column)
                    sum += bytes[((get_local_id(1) + row) * row_length + get_local_id(0) + column) * 4 + channel];
            mean[channel] = sum / area;
        }
        out[get_global_id(1) * width + get_global_id(0)] = (uchar4)(mean[0], mean[1], mean[2], mean[3]);
    }
}
