// global: 8
// local: 8
// buffer: out int 8 zeros
// Labels of a `switch` inside other statements, falls through them, and loops left from within.
kernel void cases(global int *out)
{
    int i = get_global_id(0), sum = 0;
    switch (i) {
    case 0:
        sum = 1;
        if (i > 5) {
    case 1:
            sum += 10;
    case 2:
            sum += 100;
            break;
        } else {
            sum += 2;
    case 3:
            sum += 1000;
        }
        sum += 3;
        break;
        sum += 5;
    case 4: {
        int k = 4;
        while (1) {
            switch (k--) {
            case 2:
                continue;
            case 0:
                goto left;
            default:
                sum += k;
            }
            if (k < -3)
                break;
        }
    }
    default:
        sum += 10000;
    }
left:
    out[i] = sum;
}
