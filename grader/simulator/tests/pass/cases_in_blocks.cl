// kernel: choose
// global: 8
// local: 8
// buffer: out int 8 zeros
// Labels within blocks of a switch, which add nothing but braces.
kernel void choose(global int *out) {
    int i = get_global_id(0);
    switch (i) {
        {
        case 0:
            out[i] = 1;
            break;
        case 1:
            out[i] = 2;
        }
    case 2: {
        int more = 10;
        out[i] += more;
    case 3:
        out[i] += 100;
        {
        case 4:
        default:
            out[i] += 1000;
        }
        break;
    }
    case 5:
        out[i] = -5;
    }
}
