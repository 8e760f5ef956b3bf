// On the host position and mass lie in 16 bytes, here in 32.
// global: 1
// buffer: bodies float 8 iota
struct body {
    float3 position;
    float mass;
};
kernel void move(global struct body *bodies) //~
{
    bodies[get_global_id(0)].position.x += 1.0f;
}
