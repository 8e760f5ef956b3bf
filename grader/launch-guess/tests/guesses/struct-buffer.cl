typedef struct { float4 pos; float4 vel; int alive; } Particle;
kernel void move(global Particle *particles, float dt)
{
    int i = get_global_id(0);
    if (particles[i].alive)
        particles[i].pos += particles[i].vel * dt;
}
