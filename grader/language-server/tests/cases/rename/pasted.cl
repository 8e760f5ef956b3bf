// to other
#define PASTE(x) x##_id
kernel void k(global int *b) {
    int <|>the_id = 1;
    b[0] = PASTE(the);
}
