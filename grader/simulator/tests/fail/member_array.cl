// global: 4
// local: 4
// buffer: out char 4 uninit
struct pair {
    int first;
    char letters[2];
    char after[2];
};

kernel void letters(global char *out) {
    struct pair p = {1, {'a', 'b'}, {'c', 'd'}};
    int i = get_global_id(0);
    out[i] = p.letters[i];
}
