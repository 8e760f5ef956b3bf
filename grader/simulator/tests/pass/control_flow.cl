// global: 16
// local: 16
// buffer: out int 16 uninit
int collatz(int n) {
    int steps = 0;
    while (n != 1) {
        if (steps > 50)
            return -1;
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps;
}
kernel void flow(global int *out) {
    int i = get_global_id(0);
    int sum = 0;
    for (int k = 0; k < 10; k++) {
        if (k == i)
            continue;
        if (k > i + 4)
            break;
        sum += k;
    }
    switch (i % 5) {
    case 0:
        sum += 100;
    case 1:
        sum += 10;
        break;
    case 3:
        sum = -sum;
        break;
    default:
        sum += 1000;
    }
    int j = 0;
    do {
        j += 2;
    } while (j < i);
    out[i] = sum * 1000 + collatz(i + 1) * 10 + (i > 3 && j > 6 ? 1 : 0) + (j == 4 || i == 9);
}
