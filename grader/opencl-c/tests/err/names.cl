// Names that nothing declares, with what was meant.
struct particle {
    float4 position;
    float mass;
};

__kernel void names(__global float *output, __global struct particle *particles, int count)
{
    int index = get_globl_id(0);
    if (indx < count) {
        ouput[index] = 1.0f;
    }
    indx++;
    barier(CLK_LOCAL_MEM_FENCE);
    barrier(CLK_LOCAL_MEMFENCE);
    particles[0].postion.x = 1.0f;
    particles.mass = 1.0f;
    particles->mas = 1.0f;
    output[0] = particles[0]->mass;
    helper(1);
    completely_unknown = 1;
}

void helper(int i) { }
