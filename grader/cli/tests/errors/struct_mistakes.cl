typedef struct { float mass; int cell; } particle;

kernel void k(global particle *p)
{
    p[0].mas = 1.0f;
    p.mass = 2.0f;
    p->cell.x = 3;
    particle q = { 1.0f, 2, 3 };
}
