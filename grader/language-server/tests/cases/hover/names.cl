// Mass and place of one body.
typedef struct Body { float4 place; float mass; } Body;
enum Mode { FAST = 3, SLOW };
constant float TABLE[4] = {1, 2, 3, 4};

/* Adds two numbers,
 * and no more. */
float add(float a, const float b) { return a<|> + b; }

kernel void k(global const fl<|>oat *in, glob<|>al Bod<|>y *bodies, read_only image2d_t picture, uint w) {
    local float ti<|>le[16][17];
    uint x = get_gl<|>obal_id(0);
    tile[0][x] = ad<|>d(TAB<|>LE[1], in[x]) + bodies[x].mas<|>s;
    if (w == SLO<|>W) goto en<|>d;
    bar<|>rier(CLK_LOCAL_M<|>EM_FENCE);
    bodies[x].place = read_imagef(pic<|>ture, (int2)(x, w)) *<|> vloa<|>d4(0, in);
    x = convert_in<|>t(in[0]) + as_uin<|>t(in[1]);
end:;
}
