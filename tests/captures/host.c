/* A host program whose launches the tests capture: buffers, a sub-buffer, local memory, a struct by value, a null
   buffer, an image, a sampler, a global offset, a program with build options, one that is compiled and linked with a
   header, and a launch that waits for a user event.

   It prints what its kernels left, one buffer a line: the name of the kernel, of the buffer, and the bytes. With
   `crash` it launches a kernel that ends it; with `binary` one of a program that was made of a binary; with `shared` one
   that is given one buffer twice. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 64, GROUP = 16 };

typedef struct {
    cl_float factor;
    cl_char kind;
    cl_int2 at;
} Settings;

static const char *whole =
    "typedef struct { float factor; char kind; int2 at; } Settings;\n"
    "kernel void scale(global const float* in, global float* out, Settings s, uint n,\n"
    "                  local float* cache, global int* none) {\n"
    "    size_t i = get_global_id(0), l = get_local_id(0);\n"
    "    cache[l] = i < n ? in[i] : 0.0f;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (none == 0 && i < n) out[i] = s.factor * cache[get_local_size(0) - 1 - l] + s.at.y * SHIFT;\n"
    "}\n"
    "typedef struct { int id; float4 place; uchar tag[3]; } Body;\n"
    "kernel void move(global Body* bodies, float4 by) {\n"
    "    size_t i = get_global_id(0);\n"
    "    bodies[i].place += by * (float)bodies[i].id;\n"
    "    bodies[i].tag[1] = (uchar)i;\n"
    "}\n"
    "kernel void grey(read_only image2d_t picture, sampler_t as, global float* out, write_only image2d_t mirror) {\n"
    "    int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
    "    float4 colour = read_imagef(picture, as, at);\n"
    "    out[at.y * get_image_width(picture) + at.x] = (colour.x + colour.y + colour.z) / 3.0f;\n"
    "    write_imagef(mirror, (int2)(at.y, at.x), colour);\n"
    "}\n";

static const char *header = "#define TWICE(x) ((x) + (x))\n";
static const char *linked =
    "#include \"twice.h\"\n"
    "kernel void twice(global int* x) { x[get_global_id(0)] = TWICE(x[get_global_id(0)]) + EXTRA; }\n";

static void check(cl_int code, const char *what) {
    if (code != CL_SUCCESS) {
        fprintf(stderr, "%s: %d\n", what, code);
        exit(1);
    }
}

static void print(const char *kernel, const char *buffer, const void *bytes, size_t size) {
    printf("%s %s ", kernel, buffer);
    for (size_t i = 0; i < size; i++) printf("%02x", ((const unsigned char *)bytes)[i]);
    printf("\n");
}

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;

static cl_mem buffer(cl_mem_flags flags, size_t size, void *from) {
    cl_int code;
    cl_mem made = clCreateBuffer(context, flags | (from ? CL_MEM_COPY_HOST_PTR : 0), size, from, &code);
    check(code, "clCreateBuffer");
    return made;
}

static cl_program built(const char *text, const char *options) {
    cl_int code;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &code);
    check(code, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, options, NULL, NULL), "clBuildProgram");
    return program;
}

static cl_kernel kernel(cl_program program, const char *name) {
    cl_int code;
    cl_kernel made = clCreateKernel(program, name, &code);
    check(code, name);
    return made;
}

/* On a queue whose commands wait for nothing but their events. */
static void scale(cl_program program, cl_command_queue queue) {
    float in[2 * N], out[N];
    for (int i = 0; i < 2 * N; i++) in[i] = (float)i / 3.0f;
    for (int i = 0; i < N; i++) out[i] = -1.0f;
    cl_mem whole_in = buffer(CL_MEM_READ_ONLY, sizeof in, in);
    cl_mem to = buffer(CL_MEM_READ_WRITE, sizeof out, out);
    cl_buffer_region region = {N * sizeof(float), N * sizeof(float)};
    cl_int code;
    cl_mem part = clCreateSubBuffer(whole_in, CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    check(code, "clCreateSubBuffer");
    Settings settings = {2.5f, 'k', {{3, 4}}};
    cl_uint n = N - 3;
    cl_kernel it = kernel(program, "scale");
    check(clSetKernelArg(it, 0, sizeof part, &part), "arg");
    check(clSetKernelArg(it, 1, sizeof to, &to), "arg");
    check(clSetKernelArg(it, 2, sizeof settings, &settings), "arg");
    check(clSetKernelArg(it, 3, sizeof n, &n), "arg");
    check(clSetKernelArg(it, 4, GROUP * sizeof(float), NULL), "arg");
    check(clSetKernelArg(it, 5, sizeof(cl_mem), NULL), "arg");
    size_t offset = GROUP, global = N - GROUP, local = GROUP;
    cl_event ended;
    check(clEnqueueNDRangeKernel(queue, it, 1, &offset, &global, &local, 0, NULL, &ended), "scale");
    check(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, sizeof out, out, 1, &ended, NULL), "read");
    print("scale", "out", out, sizeof out);
    /* A second launch with another number. */
    n = 5;
    offset = 0;
    check(clSetKernelArg(it, 3, sizeof n, &n), "arg");
    check(clEnqueueNDRangeKernel(queue, it, 1, NULL, &global, &local, 0, NULL, NULL), "scale");
    check(clFinish(queue), "finish");
    clReleaseEvent(ended);
}

static void move(cl_program program) {
    struct {
        cl_int id;
        cl_float4 place;
        cl_uchar tag[3];
    } bodies[8];
    memset(bodies, 0xee, sizeof bodies);
    for (int i = 0; i < 8; i++) {
        bodies[i].id = i;
        for (int j = 0; j < 4; j++) bodies[i].place.s[j] = (float)(i + j);
        memset(bodies[i].tag, i, 3);
    }
    cl_float4 by = {{0.5f, 1.5f, -2.0f, 0.25f}};
    /* The host may not read it: the layer has to copy it. */
    cl_mem all = buffer(CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS, sizeof bodies, bodies);
    cl_mem copy = buffer(CL_MEM_READ_WRITE, sizeof bodies, NULL);
    cl_kernel it = kernel(program, "move");
    check(clSetKernelArg(it, 0, sizeof all, &all), "arg");
    check(clSetKernelArg(it, 1, sizeof by, &by), "arg");
    size_t global = 8;
    check(clEnqueueNDRangeKernel(queue, it, 1, NULL, &global, NULL, 0, NULL, NULL), "move");
    check(clEnqueueCopyBuffer(queue, all, copy, 0, 0, sizeof bodies, 0, NULL, NULL), "copy");
    check(clEnqueueReadBuffer(queue, copy, CL_TRUE, 0, sizeof bodies, bodies, 0, NULL, NULL), "read");
    print("move", "bodies", bodies, sizeof bodies);
}

static void grey(cl_program program) {
    enum { WIDTH = 6, HEIGHT = 4 };
    unsigned char pixels[WIDTH * HEIGHT * 4];
    for (size_t i = 0; i < sizeof pixels; i++) pixels[i] = (unsigned char)(7 * i);
    float out[WIDTH * HEIGHT];
    cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    cl_image_desc shape = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = WIDTH, .image_height = HEIGHT};
    cl_image_desc turned = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = HEIGHT, .image_height = WIDTH};
    cl_int code;
    cl_mem picture = clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &shape, pixels, &code);
    check(code, "clCreateImage");
    cl_mem mirror = clCreateImage(context, CL_MEM_WRITE_ONLY, &format, &turned, NULL, &code);
    check(code, "clCreateImage");
    cl_sampler as = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &code);
    check(code, "clCreateSampler");
    cl_mem to = buffer(CL_MEM_WRITE_ONLY, sizeof out, NULL);
    cl_kernel it = kernel(program, "grey");
    check(clSetKernelArg(it, 0, sizeof picture, &picture), "arg");
    check(clSetKernelArg(it, 1, sizeof as, &as), "arg");
    check(clSetKernelArg(it, 2, sizeof to, &to), "arg");
    check(clSetKernelArg(it, 3, sizeof mirror, &mirror), "arg");
    size_t global[2] = {WIDTH, HEIGHT}, local[2] = {2, 2};
    check(clEnqueueNDRangeKernel(queue, it, 2, NULL, global, local, 0, NULL, NULL), "grey");
    check(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL), "read");
    print("grey", "out", out, sizeof out);
}

static void twice(void) {
    cl_int code, x[8];
    for (int i = 0; i < 8; i++) x[i] = i * i;
    cl_program text = clCreateProgramWithSource(context, 1, &linked, NULL, &code);
    check(code, "clCreateProgramWithSource");
    cl_program included = clCreateProgramWithSource(context, 1, &header, NULL, &code);
    check(code, "clCreateProgramWithSource");
    const char *name = "twice.h";
    check(clCompileProgram(text, 1, &device, "-D EXTRA=100", 1, &included, &name, NULL, NULL), "clCompileProgram");
    cl_program program = clLinkProgram(context, 1, &device, NULL, 1, &text, NULL, NULL, &code);
    check(code, "clLinkProgram");
    clReleaseProgram(included);
    cl_mem all = buffer(CL_MEM_READ_WRITE, sizeof x, x);
    cl_kernel it = kernel(program, "twice");
    check(clSetKernelArg(it, 0, sizeof all, &all), "arg");
    size_t global = 8;
    /* The first launch waits for the host itself. */
    cl_event go = clCreateUserEvent(context, &code);
    check(code, "clCreateUserEvent");
    check(clEnqueueNDRangeKernel(queue, it, 1, NULL, &global, NULL, 1, &go, NULL), "twice");
    check(clSetUserEventStatus(go, CL_COMPLETE), "clSetUserEventStatus");
    check(clEnqueueNDRangeKernel(queue, it, 1, NULL, &global, NULL, 0, NULL, NULL), "twice");
    check(clEnqueueReadBuffer(queue, all, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL), "read");
    print("twice", "x", x, sizeof x);
}

static void crash(void) {
    cl_program program = built("kernel void stray(global int* x, long far) { x[get_global_id(0) + far] = 1; }", NULL);
    cl_long far = (cl_long)1 << 40;
    cl_mem x = buffer(CL_MEM_READ_WRITE, 64, NULL);
    cl_kernel it = kernel(program, "stray");
    check(clSetKernelArg(it, 0, sizeof x, &x), "arg");
    check(clSetKernelArg(it, 1, sizeof far, &far), "arg");
    size_t global = 4;
    check(clEnqueueNDRangeKernel(queue, it, 1, NULL, &global, NULL, 0, NULL, NULL), "stray");
    check(clFinish(queue), "finish");
}

static void binary(void) {
    cl_program text = built("kernel void known(global int* x) { x[get_global_id(0)] = 1; }", NULL);
    size_t size;
    check(clGetProgramInfo(text, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL), "clGetProgramInfo");
    unsigned char *bytes = malloc(size);
    check(clGetProgramInfo(text, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL), "clGetProgramInfo");
    cl_int code;
    cl_program program = clCreateProgramWithBinary(context, 1, &device, &size, (const unsigned char **)&bytes, NULL, &code);
    check(code, "clCreateProgramWithBinary");
    check(clBuildProgram(program, 1, &device, NULL, NULL, NULL), "clBuildProgram");
    cl_mem x = buffer(CL_MEM_READ_WRITE, 64, NULL);
    cl_kernel it = kernel(program, "known");
    check(clSetKernelArg(it, 0, sizeof x, &x), "arg");
    size_t global = 4;
    check(clEnqueueNDRangeKernel(queue, it, 1, NULL, &global, NULL, 0, NULL, NULL), "known");
    check(clFinish(queue), "finish");
    free(bytes);
}

static void shared(void) {
    cl_program program =
        built("kernel void copy(global const int* from, global int* to) { to[get_global_id(0) + 4] = from[get_global_id(0)]; }", NULL);
    int x[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    cl_mem both = buffer(CL_MEM_READ_WRITE, sizeof x, x);
    cl_kernel it = kernel(program, "copy");
    check(clSetKernelArg(it, 0, sizeof both, &both), "arg");
    check(clSetKernelArg(it, 1, sizeof both, &both), "arg");
    size_t global = 4;
    check(clEnqueueNDRangeKernel(queue, it, 1, NULL, &global, NULL, 0, NULL, NULL), "copy");
    check(clFinish(queue), "finish");
}

int main(int count, char **words) {
    cl_platform_id platform;
    cl_int code;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    check(code, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &code);
    check(code, "clCreateCommandQueue");
    if (count > 1) {
        if (strcmp(words[1], "crash") == 0) crash();
        else if (strcmp(words[1], "binary") == 0) binary();
        else shared();
        return 3;
    }
    cl_command_queue any_order = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);
    check(code, "clCreateCommandQueue");
    cl_program program = built(whole, "-D SHIFT=0.125f -cl-mad-enable");
    scale(program, any_order);
    move(program);
    grey(program);
    twice();
    return 0;
}
