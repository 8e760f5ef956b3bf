//! Words that name types, and the generic types of the forms.

/// Words that name types. A vector stands under its family: `floatn` for `float4`.
pub(crate) const TYPES: &[(&str, &str)] = &[
    (
        "void",
        "No value: what a function without a result returns. A pointer to void points to data of \
         any type.",
    ),
    (
        "bool",
        "A truth value, false or true. A kernel's parameter may not be a bool, because its size \
         is not defined for the host.",
    ),
    ("char", "A signed integer of 8 bits, from -128 to 127."),
    ("uchar", "An unsigned integer of 8 bits, from 0 to 255."),
    (
        "short",
        "A signed integer of 16 bits, from -32768 to 32767.",
    ),
    ("ushort", "An unsigned integer of 16 bits, from 0 to 65535."),
    ("int", "A signed integer of 32 bits on every device."),
    (
        "uint",
        "An unsigned integer of 32 bits. Its arithmetic wraps modulo 2^32.",
    ),
    (
        "long",
        "A signed integer of 64 bits on every device. It is slower than int on most GPUs.",
    ),
    (
        "ulong",
        "An unsigned integer of 64 bits. It is slower than uint on most GPUs.",
    ),
    (
        "half",
        "A floating-point number of 16 bits. Without cl_khr_fp16 it is only stored: vload_half \
         and vstore_half convert it from and to float.",
    ),
    (
        "float",
        "A floating-point number of 32 bits, with 24 bits of precision. A literal needs the \
         suffix f, or it is a double where the device has that type.",
    ),
    (
        "double",
        "A floating-point number of 64 bits. It is optional: a device that lacks cl_khr_fp64 has \
         none, and most GPUs are much slower with it.",
    ),
    (
        "signed",
        "A signed integer: int, or with char, short or long the signed type of that size.",
    ),
    (
        "unsigned",
        "An unsigned integer: uint, or with char, short or long the unsigned type of that size.",
    ),
    (
        "size_t",
        "An unsigned integer of the size of an address, 32 or 64 bits: the type of ids and of \
         sizeof. A kernel's parameter may not have it.",
    ),
    (
        "ptrdiff_t",
        "A signed integer of the size of an address: the difference of two pointers. A kernel's \
         parameter may not have it.",
    ),
    (
        "intptr_t",
        "A signed integer that can hold an address. A kernel's parameter may not have it.",
    ),
    (
        "uintptr_t",
        "An unsigned integer that can hold an address. A kernel's parameter may not have it.",
    ),
    (
        "event_t",
        "An event of an asynchronous copy within a work-group. wait_group_events waits for it.",
    ),
    (
        "sampler_t",
        "How an image is read: normalised coordinates or not, the addressing outside the image, \
         and the filter. It is a parameter, or a constant made of CLK_ constants joined with |.",
    ),
    (
        "image1d_t",
        "A one-dimensional image. A coordinate is one number.",
    ),
    (
        "image1d_array_t",
        "An array of one-dimensional images. A coordinate has two components: x and the layer.",
    ),
    (
        "image1d_buffer_t",
        "A one-dimensional image in a buffer object. It is read without a sampler, at an int \
         coordinate.",
    ),
    (
        "image2d_t",
        "A two-dimensional image. A coordinate has two components: x, the column, and y, the row.",
    ),
    (
        "image2d_array_t",
        "An array of two-dimensional images. A coordinate has four components: x, y, the layer \
         and one that is ignored.",
    ),
    (
        "image2d_depth_t",
        "A two-dimensional image of depths. A read gives one float.",
    ),
    (
        "image2d_array_depth_t",
        "An array of two-dimensional images of depths. A read gives one float.",
    ),
    (
        "image2d_msaa_t",
        "A two-dimensional image with several samples a pixel (cl_khr_gl_msaa_sharing).",
    ),
    (
        "image2d_array_msaa_t",
        "An array of two-dimensional images with several samples a pixel (cl_khr_gl_msaa_sharing).",
    ),
    (
        "image2d_msaa_depth_t",
        "A two-dimensional image of depths with several samples a pixel (cl_khr_gl_msaa_sharing).",
    ),
    (
        "image2d_array_msaa_depth_t",
        "An array of two-dimensional images of depths with several samples a pixel \
         (cl_khr_gl_msaa_sharing).",
    ),
    (
        "image3d_t",
        "A three-dimensional image. A coordinate has four components: x, y, z and one that is \
         ignored.",
    ),
    (
        "pipe",
        "A queue of packets between kernels (OpenCL C 2.0), optional in 3.0.",
    ),
    (
        "queue_t",
        "A command queue of the device, for kernels that enqueue kernels (OpenCL C 2.0), optional \
         in 3.0.",
    ),
    (
        "ndrange_t",
        "The sizes of an NDRange, for kernels that enqueue kernels (OpenCL C 2.0), optional in \
         3.0.",
    ),
    (
        "clk_event_t",
        "An event of a command that a kernel enqueued (OpenCL C 2.0), optional in 3.0.",
    ),
    (
        "reserve_id_t",
        "A reservation of packets of a pipe (OpenCL C 2.0), optional in 3.0.",
    ),
    (
        "cl_mem_fence_flags",
        "Which memory a barrier or fence orders: CLK_LOCAL_MEM_FENCE, CLK_GLOBAL_MEM_FENCE and \
         CLK_IMAGE_MEM_FENCE, joined with |.",
    ),
    (
        "atomic_int",
        "An int for the atomic functions of OpenCL C 2.0. Those of 1.x, such as atomic_add, take \
         a plain int.",
    ),
    (
        "atomic_uint",
        "A uint for the atomic functions of OpenCL C 2.0.",
    ),
    (
        "atomic_long",
        "A long for the atomic functions of OpenCL C 2.0. It needs cl_khr_int64_base_atomics and \
         cl_khr_int64_extended_atomics.",
    ),
    (
        "atomic_ulong",
        "A ulong for the atomic functions of OpenCL C 2.0. It needs cl_khr_int64_base_atomics and \
         cl_khr_int64_extended_atomics.",
    ),
    (
        "atomic_half",
        "A half for atomic functions (cl_ext_float_atomics).",
    ),
    (
        "atomic_float",
        "A float for the atomic functions of OpenCL C 2.0.",
    ),
    (
        "atomic_double",
        "A double for the atomic functions of OpenCL C 2.0. It needs cl_khr_fp64 and the \
         extensions of 64-bit atomics.",
    ),
    (
        "atomic_flag",
        "A flag that is set or clear, for atomic_flag_test_and_set and atomic_flag_clear (OpenCL \
         C 2.0).",
    ),
    (
        "atomic_intptr_t",
        "An intptr_t for the atomic functions of OpenCL C 2.0.",
    ),
    (
        "atomic_uintptr_t",
        "A uintptr_t for the atomic functions of OpenCL C 2.0.",
    ),
    (
        "atomic_size_t",
        "A size_t for the atomic functions of OpenCL C 2.0.",
    ),
    (
        "atomic_ptrdiff_t",
        "A ptrdiff_t for the atomic functions of OpenCL C 2.0.",
    ),
    (
        "memory_order",
        "How an atomic operation orders other accesses: one of memory_order_relaxed, acquire, \
         release, acq_rel and seq_cst (OpenCL C 2.0).",
    ),
    (
        "memory_scope",
        "For which work-items an order holds: one of memory_scope_work_item, sub_group, \
         work_group, device and all_svm_devices (OpenCL C 2.0).",
    ),
    (
        "charn",
        "A vector of 2, 3, 4, 8 or 16 char. A vector of 3 has the size and alignment of one of 4: \
         4 bytes.",
    ),
    (
        "ucharn",
        "A vector of 2, 3, 4, 8 or 16 uchar. A vector of 3 has the size and alignment of one of \
         4: 4 bytes.",
    ),
    (
        "shortn",
        "A vector of 2, 3, 4, 8 or 16 short. A vector of 3 has the size and alignment of one of \
         4: 8 bytes.",
    ),
    (
        "ushortn",
        "A vector of 2, 3, 4, 8 or 16 ushort. A vector of 3 has the size and alignment of one of \
         4: 8 bytes.",
    ),
    (
        "intn",
        "A vector of 2, 3, 4, 8 or 16 int. A vector of 3 has the size and alignment of one of 4: \
         16 bytes.",
    ),
    (
        "uintn",
        "A vector of 2, 3, 4, 8 or 16 uint. A vector of 3 has the size and alignment of one of 4: \
         16 bytes.",
    ),
    (
        "longn",
        "A vector of 2, 3, 4, 8 or 16 long. A vector of 3 has the size and alignment of one of 4: \
         32 bytes.",
    ),
    (
        "ulongn",
        "A vector of 2, 3, 4, 8 or 16 ulong. A vector of 3 has the size and alignment of one of \
         4: 32 bytes.",
    ),
    (
        "halfn",
        "A vector of 2, 3, 4, 8 or 16 half. It needs cl_khr_fp16; vload_halfn and vstore_halfn \
         convert half from and to vectors of float without it.",
    ),
    (
        "floatn",
        "A vector of 2, 3, 4, 8 or 16 float. Its components are .x .y .z .w or .s0 to .sf. A \
         vector of 3 has the size and alignment of one of 4: 16 bytes.",
    ),
    (
        "doublen",
        "A vector of 2, 3, 4, 8 or 16 double. It needs cl_khr_fp64. A vector of 3 has the size \
         and alignment of one of 4: 32 bytes.",
    ),
];

/// What stands for several types in a form.
pub(crate) const GENERIC_TYPES: &[(&str, &str)] = &[
    (
        "gentype",
        "A type that the function takes, the same at every place of the form: a scalar or a \
         vector.",
    ),
    ("gentypen", "A vector of n components."),
    ("gentypem", "A vector of m components."),
    ("sgentype", "The type of a component of gentype."),
    (
        "igentype",
        "Signed integers of the size and number of gentype's components.",
    ),
    (
        "ugentype",
        "Unsigned integers of the size and number of gentype's components.",
    ),
    (
        "ugentypen",
        "n unsigned integers of the size of gentype's components.",
    ),
    ("A", "An atomic type, such as atomic_int."),
    (
        "C",
        "The type that belongs to the atomic type A, such as int to atomic_int.",
    ),
    ("M", "The type of the operand, which is C for integers."),
];
