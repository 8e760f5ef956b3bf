// global: 3
// buffer: y float 3 uninit write
kernel void diagonal(global float *y)
{
    float matrix[3][3];
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            matrix[row][column] = row * 10 + column;
        }
    }
    size_t i = get_global_id(0);
    y[i] = matrix[i][2]; //~
}
