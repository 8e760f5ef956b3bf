// Exercise 44: n-body
//
// n bodies pull one another. bodies[i] has the position of body i in x, y and z, and its mass in w. Body j
// pulls body i towards it; with d the vector from i to j, it adds to the acceleration of i
//
//     mass of j * d / (d . d + eps2) to the power of 3/2
//
// d . d is the square of the length of d. eps2, which is never 0, keeps bodies that meet from being thrown
// apart, and makes what a body does to itself 0. accelerations[i] takes the sum in x, y and z, and 0 in w.
//
// Each work-item does one body. All of them need all bodies, so a work-group fetches them tile by tile: the
// host gives room for one body for each work-item of the group. n need not be a multiple of its size.
//
// A result may be off by n + 34 units in the last place of the sum of the sizes of its terms. rsqrt, sqrt and
// pow are accurate enough, in any order of addition; functions whose names begin with native_ or half_ are
// not, on some devices.
//
// Counted besides: each work-group reads each body once, and each work-item its own; at most two barriers a
// tile and one more.
//
// OpenCL C 3.0.
//
// Ranges: n from 0 to 300; eps2 from 0.25 to 4; work-groups of 1 to 256 work-items.

kernel void n_body(global const float4 *bodies, global float4 *accelerations, local float4 *tile,
                   float eps2, uint n)
{
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);
    uint size = get_local_size(0);
    float3 sum = 0.0f;

    for (uint start = 0; start < n; start += size) {
        tile[lid] = bodies[start + lid];

        // What the bodies of the tile do to this one goes here.
    }
    accelerations[gid] = (float4)(sum, 0.0f);
}
