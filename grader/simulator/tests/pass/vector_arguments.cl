// global: 4
// local: 4
// buffer: y uint 4 zeros
uint sum(uint2 moved, uint2 still) { return moved.x + moved.y + 100 * (still.x + still.y); }
kernel void add(global uint *y) {
    uint i = get_global_id(0);
    uint2 h = (uint2)(i + 2, i + 3);
    uint2 a = (uint2)(i, i);
    y[i] = sum(a * h + h, a) + sum(h * h * h, a);
}
