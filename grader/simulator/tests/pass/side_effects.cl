// global: 16
// local: 16
// buffer: a int 16 iota
// buffer: out int 16 uninit
kernel void se(global int *a, global int *out) {
    int i = get_global_id(0), k = 0, n = 0, arr[6] = {0};
    while (k < i && (n += k++) < 30 || k == -2) if (k > 12) break;
    arr[k % 6]++; arr[(k + 1) % 6] += ++n; int z = (n++, k--, n - k);
    int *p = arr; *p++ = 5; *++p = 6; p[-1] -= 2; p -= 1; --*p;
    a[i] = a[i] << 2 | (i == 3 ? (k = 9, 1) : 0);
    z = z > 3 ? i > 7 ? 1 : 2 : (i & 1 ? a[i] : -1);
    bool t = !(z & 4) || ++n > 5; uchar uc = 250; uc += i; short sh = 32767; sh++; 
    char ch = (char)200; ch >>= 1; uint uu = 5; uu -= 7; ulong ul = uu; ul <<= 33;
    float fl = 7; fl /= 2; fl -= i; int fi = 7; fi *= 1.5f;
    out[i] = z + k * 3 + n * 5 + arr[0] + arr[1] * 2 + arr[2] * 4 + arr[(i * 7) % 6] + t * 1000 + uc + sh + ch + (uu >> 28) + (int)(ul >> 40) + (int)fl + fi + (-7 / 2) + (-7 % 3) + (7u / 2u) + (i - 8) / 3 + (i - 8) % 3;
}
