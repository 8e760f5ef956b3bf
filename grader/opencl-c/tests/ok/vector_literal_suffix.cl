// A suffix after a vector literal applies to the vector, not to the parentheses.
typedef int2 pair;
typedef pair other;

int2 turned(int2 a) { return -(int2)(a.x, 1).yx; }

kernel void suffixes(global float4 *v, global int *i) {
    v[0].x = (float4)(1, 2, v[0].zw).x;
    v[1].xy = (float4)(v[0].x).zw;
    v[2].xyz = (float3)((float2)(1).yx, 2).zyx;
    i[0] = (other)(1, 2).y + (pair)(i[0], 3)[1];
    i[1] = (int)(v[0]).x;
    i[2] = turned((int2)(i[0])).x;
}
