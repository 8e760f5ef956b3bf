// The three fields of a cell lie side by side in one tile.
#define ROW 20
#define SLOTS (ROW * 12)

float3 minmod3(float3 a, float3 b)
{
    float3 gentle = (float3)(fabs(a.x) < fabs(b.x) ? a.x : b.x,
                             fabs(a.y) < fabs(b.y) ? a.y : b.y,
                             fabs(a.z) < fabs(b.z) ? a.z : b.z);
    float3 both = a * b;
    return (float3)(both.x <= 0.0f ? 0.0f : gentle.x,
                    both.y <= 0.0f ? 0.0f : gentle.y,
                    both.z <= 0.0f ? 0.0f : gentle.z);
}

float3 cell(local const float *q, int i)
{
    return (float3)(q[i], q[i + SLOTS], q[i + 2 * SLOTS]);
}

float3 side(local const float *q, int i, int next, float way)
{
    float3 here = cell(q, i);
    return here + way * minmod3(here - cell(q, i - next), cell(q, i + next) - here);
}

float3 through(float3 q, float h, float g)
{
    float u = q.y / h;
    return (float3)(q.y, q.y * u + 0.5f * g * h * h, q.z * u);
}

float3 face(local const float *q, int i, int next, float bottom, float g, int turned)
{
    float3 l = side(q, i, next, 0.5f), r = side(q, i + next, next, -0.5f);
    if (turned) {
        l = l.xzy;
        r = r.xzy;
    }
    float hl = l.x - bottom, hr = r.x - bottom;
    float speed = max(fabs(l.y / hl) + sqrt(g * hl), fabs(r.y / hr) + sqrt(g * hr));
    float3 f = 0.5f * (through(l, hl, g) + through(r, hr, g)) - 0.5f * speed * (r - l);
    return turned ? f.xzy : f;
}

kernel void shallow_flux(global const float *eta, global const float *hu, global const float *hv,
                         global const float *bottom, global float *eta_new,
                         global float *hu_new, global float *hv_new,
                         float g, float cx, float cy, uint nx, uint ny)
{
    local float q[3 * SLOTS];
    const uint lw = get_local_size(0), lh = get_local_size(1);
    const uint left = get_group_id(0) * lw, lower = get_group_id(1) * lh;
    for (uint r = get_local_id(1); r < lh + 4; r += lh)
        for (uint c = get_local_id(0); c < lw + 4; c += lw) {
            uint k = (lower + r + 2 * ny - 2) % ny * nx + (left + c + 2 * nx - 2) % nx;
            uint slot = r * ROW + c;
            q[slot] = eta[k];
            q[slot + SLOTS] = hu[k];
            q[slot + 2 * SLOTS] = hv[k];
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint x = get_global_id(0), y = get_global_id(1);
    if (x < nx && y < ny) {
        const int i = (get_local_id(1) + 2) * ROW + get_local_id(0) + 2;
        const uint xe = (x + 1) % nx, yn = (y + 1) % ny;
        const float sw = bottom[y * nx + x], se = bottom[y * nx + xe];
        const float nw = bottom[yn * nx + x], ne = bottom[yn * nx + xe];
        const float be = 0.5f * (se + ne), bw = 0.5f * (sw + nw);
        const float bn = 0.5f * (nw + ne), bs = 0.5f * (sw + se);
        const float3 e = face(q, i, 1, be, g, 0), w = face(q, i - 1, 1, bw, g, 0);
        const float3 n = face(q, i, ROW, bn, g, 1), s = face(q, i - ROW, ROW, bs, g, 1);
        const float3 here = cell(q, i);
        const float px = g * (here.x - 0.5f * (be + bw)) * (be - bw);
        const float py = g * (here.x - 0.5f * (bn + bs)) * (bn - bs);
        const uint k = y * nx + x;
        eta_new[k] = here.x - cx * (e.x - w.x) - cy * (n.x - s.x);
        hu_new[k] = here.y - cx * (e.y - w.y + px) - cy * (n.y - s.y);
        hv_new[k] = here.z - cx * (e.z - w.z) - cy * (n.z - s.z + py);
    }
}
