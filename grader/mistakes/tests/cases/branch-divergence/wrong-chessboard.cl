// global: 64 16
// local: 16 16
// buffer: board float 1024 iota
// value: red int 1
kernel void relax(global float *board, int red)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (((x + y) & 1) == red) { //~
        float old = board[y * 64 + x];
        float bent = old * old * 0.01f - old;
        board[y * 64 + x] = 0.5f * old + 0.5f * bent;
    }
}
