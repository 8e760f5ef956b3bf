// global: 8
// local: 8
// buffer: out int 8 zeros
// Jumps into branches, between siblings, backward to try again, and a loop that begins with its test.
kernel void siblings(global int *out)
{
    int i = get_global_id(0), tries = 0, sum = 0;
retry:
    if (i & 1) {
        sum += 1;
        if (i & 2)
            goto other;
    half_way:
        sum += 10;
    } else {
        sum += 100;
    other:
        sum += 1000;
        if (tries++ < (i & 3))
            goto retry;
        if (i > 4 && tries < 9) {
            tries = 10;
            goto half_way;
        }
    }
    int k = i;
    goto test;
body:
    sum += k--;
    if (sum > 5000)
        goto out_of_it;
test:
    if (k > 0)
        goto body;
    if (0) {
out_of_it:
        sum = -sum;
    }
    do {
        if (k-- < -1)
            continue;
        sum += 7;
        if (sum & 1)
            goto last;
    } while (k > -4);
    sum += 3;
last:
    out[i] = sum;
}
