// One step of a bitonic sort.
kernel void real(global int *data, int apart, int block)
{
    int i = get_global_id(0);
    int partner = i ^ apart;
    if (partner > i) {
        int a = data[i], b = data[partner];
        bool up = (i & block) == 0;
        if ((a > b) == up) {
            data[i] = b;
            data[partner] = a;
        }
    }
}
