// global: 4
// local: 4
// buffer: out int 4 uninit
struct table {
    int rows[2][4];
    int end;
};

kernel void walks_to_the_end(global int *out) {
    struct table t;
    int l = get_local_id(0);
    for (int *p = &t.rows[0][0]; p != &t.rows[0][4]; p++)
        *p = l;
    for (int *p = t.rows[1]; p < t.rows[1] + 4; p++)
        *p = 1;
    int sum = 0;
    for (int row = 0; row < 2; row++)
        for (int column = 0; column < 4; column++)
            sum += t.rows[row][column];
    out[l] = sum;
}
