//! Macros that are defined before the first line, and constants that are used as they are.

/// Macros and named constants of the language and of its extensions.
pub(crate) const MACROS: &[(&str, &str)] = &[
    (
        "CLK_LOCAL_MEM_FENCE",
        "A flag of barriers and fences: they order accesses to local memory.",
    ),
    (
        "CLK_GLOBAL_MEM_FENCE",
        "A flag of barriers and fences: they order accesses to global memory. A barrier with it \
         still waits for this work-group alone.",
    ),
    (
        "CLK_IMAGE_MEM_FENCE",
        "A flag of barriers and fences of OpenCL C 2.0: they order accesses to images.",
    ),
    (
        "CLK_NORMALIZED_COORDS_FALSE",
        "A sampler's flag: coordinates are in pixels, from 0 to the width, height or depth.",
    ),
    (
        "CLK_NORMALIZED_COORDS_TRUE",
        "A sampler's flag: coordinates run from 0 to 1 over the image, whatever its size. They \
         are float.",
    ),
    (
        "CLK_ADDRESS_NONE",
        "A sampler's flag: the program reads no pixel outside the image; such a read is undefined.",
    ),
    (
        "CLK_ADDRESS_CLAMP",
        "A sampler's flag: pixels outside the image are the border colour: (0, 0, 0, 1) for \
         CLK_R, CLK_RG, CLK_RGB and CLK_LUMINANCE, (0, 0, 0, 0) for other orders.",
    ),
    (
        "CLK_ADDRESS_CLAMP_TO_EDGE",
        "A sampler's flag: pixels outside the image are those at its edge.",
    ),
    (
        "CLK_ADDRESS_REPEAT",
        "A sampler's flag: the image repeats outside its bounds. It needs \
         CLK_NORMALIZED_COORDS_TRUE.",
    ),
    (
        "CLK_ADDRESS_MIRRORED_REPEAT",
        "A sampler's flag: the image repeats outside its bounds, each copy mirrored. It needs \
         CLK_NORMALIZED_COORDS_TRUE.",
    ),
    (
        "CLK_FILTER_NEAREST",
        "A sampler's flag: a read gives the one pixel that contains the coordinate.",
    ),
    (
        "CLK_FILTER_LINEAR",
        "A sampler's flag: a read gives the weighted mean of the nearest pixels, 4 in two \
         dimensions. It needs float coordinates and read_imagef or read_imageh.",
    ),
    (
        "FLT_DIG",
        "The number of decimal digits that a float keeps: 6.",
    ),
    (
        "FLT_MANT_DIG",
        "The number of bits in the significand of a float: 24. Integers up to 2^24 are exact.",
    ),
    (
        "FLT_MAX_10_EXP",
        "The greatest power of 10 that a float can hold: 38.",
    ),
    (
        "FLT_MAX_EXP",
        "One more than the greatest binary exponent of a float: 128.",
    ),
    (
        "FLT_MIN_10_EXP",
        "The least power of 10 that is a normal float: -37.",
    ),
    (
        "FLT_MIN_EXP",
        "One more than the least binary exponent of a normal float: -125.",
    ),
    (
        "FLT_RADIX",
        "The base of the exponent of floating-point numbers: 2.",
    ),
    ("FLT_MAX", "The greatest finite float, about 3.4e38."),
    (
        "FLT_MIN",
        "The least positive normal float, about 1.2e-38. The least of all floats is -FLT_MAX.",
    ),
    (
        "FLT_EPSILON",
        "The distance from 1.0f to the next float: 2^-23, about 1.2e-7.",
    ),
    (
        "DBL_DIG",
        "The number of decimal digits that a double keeps: 15.",
    ),
    (
        "DBL_MANT_DIG",
        "The number of bits in the significand of a double: 53.",
    ),
    (
        "DBL_MAX_10_EXP",
        "The greatest power of 10 that a double can hold: 308.",
    ),
    (
        "DBL_MAX_EXP",
        "One more than the greatest binary exponent of a double: 1024.",
    ),
    (
        "DBL_MIN_10_EXP",
        "The least power of 10 that is a normal double: -307.",
    ),
    (
        "DBL_MIN_EXP",
        "One more than the least binary exponent of a normal double: -1021.",
    ),
    ("DBL_RADIX", "The base of the exponent of a double: 2."),
    ("DBL_MAX", "The greatest finite double, about 1.8e308."),
    (
        "DBL_MIN",
        "The least positive normal double, about 2.2e-308.",
    ),
    (
        "DBL_EPSILON",
        "The distance from 1.0 to the next double: 2^-52, about 2.2e-16.",
    ),
    (
        "HALF_DIG",
        "The number of decimal digits that a half keeps: 3.",
    ),
    (
        "HALF_MANT_DIG",
        "The number of bits in the significand of a half: 11. Integers up to 2048 are exact.",
    ),
    (
        "HALF_MAX_10_EXP",
        "The greatest power of 10 that a half can hold: 4.",
    ),
    (
        "HALF_MAX_EXP",
        "One more than the greatest binary exponent of a half: 16.",
    ),
    (
        "HALF_MIN_10_EXP",
        "The least power of 10 that is a normal half: -4.",
    ),
    (
        "HALF_MIN_EXP",
        "One more than the least binary exponent of a normal half: -13.",
    ),
    ("HALF_RADIX", "The base of the exponent of a half: 2."),
    ("HALF_MAX", "The greatest finite half: 65504."),
    (
        "HALF_MIN",
        "The least positive normal half: 2^-14, about 6.1e-5.",
    ),
    (
        "HALF_EPSILON",
        "The distance from 1 to the next half: 2^-10, about 9.8e-4.",
    ),
    ("CHAR_BIT", "The number of bits of a char: 8."),
    ("CHAR_MAX", "The greatest char: 127."),
    (
        "CHAR_MIN",
        "The least char: -128. char is signed in OpenCL C.",
    ),
    ("SCHAR_MAX", "The greatest signed char: 127."),
    ("SCHAR_MIN", "The least signed char: -128."),
    ("UCHAR_MAX", "The greatest uchar: 255."),
    ("SHRT_MAX", "The greatest short: 32767."),
    ("SHRT_MIN", "The least short: -32768."),
    ("USHRT_MAX", "The greatest ushort: 65535."),
    ("INT_MAX", "The greatest int: 2^31 - 1."),
    ("INT_MIN", "The least int: -2^31. -INT_MIN overflows."),
    ("UINT_MAX", "The greatest uint: 2^32 - 1."),
    ("LONG_MAX", "The greatest long: 2^63 - 1."),
    ("LONG_MIN", "The least long: -2^63."),
    ("ULONG_MAX", "The greatest ulong: 2^64 - 1."),
    (
        "INFINITY",
        "Positive infinity as a float. As a start value of a minimum no float is greater than it.",
    ),
    (
        "NAN",
        "A quiet NaN as a float. It equals nothing, itself included: test for it with isnan.",
    ),
    ("HUGE_VALF", "Positive infinity as a float."),
    ("HUGE_VAL", "Positive infinity as a double."),
    (
        "MAXFLOAT",
        "The greatest finite float, the same as FLT_MAX.",
    ),
    ("FP_ILOGB0", "What ilogb gives for 0: INT_MIN or -INT_MAX."),
    (
        "FP_ILOGBNAN",
        "What ilogb gives for NaN: INT_MAX or INT_MIN.",
    ),
    (
        "FP_FAST_FMA",
        "Defined where fma on double is about as fast as a product and a sum, or faster.",
    ),
    (
        "FP_FAST_FMAF",
        "Defined where fma on float is about as fast as a product and a sum, or faster.",
    ),
    ("NULL", "The null pointer, which points to nothing."),
    (
        "ATOMIC_VAR_INIT",
        "Initialises an atomic object in program scope: atomic_int n = ATOMIC_VAR_INIT(0) (OpenCL \
         C 2.0).",
    ),
    (
        "ATOMIC_FLAG_INIT",
        "Initialises an atomic_flag in program scope to clear (OpenCL C 2.0).",
    ),
    (
        "memory_order_relaxed",
        "A memory order: the operation is atomic but orders no other access.",
    ),
    (
        "memory_order_acquire",
        "A memory order of loads: later accesses of the work-item see what was written before the \
         release that the load reads from.",
    ),
    (
        "memory_order_release",
        "A memory order of stores: earlier accesses of the work-item take effect before it, for \
         those that acquire the value.",
    ),
    (
        "memory_order_acq_rel",
        "A memory order of operations that read and write: both acquire and release.",
    ),
    (
        "memory_order_seq_cst",
        "A memory order: acquire and release, and all such operations have one order. It is the \
         default of the spellings without _explicit.",
    ),
    (
        "memory_scope_work_item",
        "A memory scope: this work-item alone. It is for fences of images.",
    ),
    (
        "memory_scope_sub_group",
        "A memory scope: the work-items of this sub-group.",
    ),
    (
        "memory_scope_work_group",
        "A memory scope: the work-items of this work-group.",
    ),
    (
        "memory_scope_device",
        "A memory scope: all work-items of this device. It is the default.",
    ),
    (
        "memory_scope_all_svm_devices",
        "A memory scope: the work-items of all devices, and the host, that share the memory (SVM).",
    ),
    (
        "memory_scope_all_devices",
        "A memory scope: the same as memory_scope_all_svm_devices (OpenCL C 3.0).",
    ),
    (
        "__OPENCL__",
        "Defined by compilers of OpenCL C, so that a file can serve the host too.",
    ),
    (
        "__OPENCL_VERSION__",
        "The version of OpenCL that the device supports, such as 120 for 1.2.",
    ),
    (
        "__OPENCL_C_VERSION__",
        "The version of OpenCL C that the program is compiled as, such as 120 for 1.2: that of \
         -cl-std=CL1.2.",
    ),
    (
        "CL_VERSION_1_0",
        "The number 100, to compare __OPENCL_C_VERSION__ with.",
    ),
    (
        "CL_VERSION_1_1",
        "The number 110, to compare __OPENCL_C_VERSION__ with.",
    ),
    (
        "CL_VERSION_1_2",
        "The number 120, to compare __OPENCL_C_VERSION__ with.",
    ),
    (
        "CL_VERSION_2_0",
        "The number 200, to compare __OPENCL_C_VERSION__ with.",
    ),
    (
        "CL_VERSION_3_0",
        "The number 300, to compare __OPENCL_C_VERSION__ with.",
    ),
    (
        "__ENDIAN_LITTLE__",
        "Defined if the device stores the lowest byte of a number first.",
    ),
    (
        "__IMAGE_SUPPORT__",
        "Defined if the device supports images.",
    ),
    (
        "__FAST_RELAXED_MATH__",
        "Defined if the program is built with -cl-fast-relaxed-math: NaN and infinity may then be \
         ignored, and accuracy is lower.",
    ),
    ("__STDC__", "1, as in C."),
    ("__STDC_VERSION__", "199901: OpenCL C is made of C99."),
    (
        "__kernel_exec",
        "__kernel_exec(X, typen) is __kernel with work_group_size_hint(X, 1, 1) and \
         vec_type_hint(typen).",
    ),
    (
        "kernel_exec",
        "kernel_exec(X, typen) is kernel with work_group_size_hint(X, 1, 1) and \
         vec_type_hint(typen).",
    ),
    ("__FILE__", "The name of the source, as a string."),
    ("__LINE__", "The number of the line in the source."),
    (
        "__DATE__",
        "The date of the compilation, as a string (an extension of compilers).",
    ),
    (
        "__TIME__",
        "The time of the compilation, as a string (an extension of compilers).",
    ),
    (
        "__COUNTER__",
        "A number that grows by 1 with each use (an extension of compilers).",
    ),
    (
        "__VA_ARGS__",
        "The variable arguments of a macro, as in C99. OpenCL C 1.2 has no such macros, but \
         compilers take them.",
    ),
    (
        "cl_khr_fp16",
        "Defined if the device has half as a type to compute with (an extension).",
    ),
    ("cl_khr_fp64", "Defined if the device has double."),
    (
        "cl_khr_3d_image_writes",
        "Defined if kernels may write 3D images (an extension before OpenCL C 2.0).",
    ),
    (
        "cl_khr_byte_addressable_store",
        "Defined if kernels may write single char and short through pointers. It is always there \
         from OpenCL C 1.1 on.",
    ),
    (
        "cl_khr_global_int32_base_atomics",
        "Defined if there are 32-bit atomics on global memory. They are always there from OpenCL \
         C 1.1 on.",
    ),
    (
        "cl_khr_global_int32_extended_atomics",
        "Defined if there are 32-bit atomic minima, maxima and bit operations on global memory. \
         They are always there from OpenCL C 1.1 on.",
    ),
    (
        "cl_khr_local_int32_base_atomics",
        "Defined if there are 32-bit atomics on local memory. They are always there from OpenCL C \
         1.1 on.",
    ),
    (
        "cl_khr_local_int32_extended_atomics",
        "Defined if there are 32-bit atomic minima, maxima and bit operations on local memory. \
         They are always there from OpenCL C 1.1 on.",
    ),
    (
        "cl_khr_int64_base_atomics",
        "Defined if the device has the 64-bit atomics atom_add, sub, xchg, inc, dec and cmpxchg.",
    ),
    (
        "cl_khr_int64_extended_atomics",
        "Defined if the device has the 64-bit atomics atom_min, max, and, or and xor.",
    ),
    (
        "cl_khr_subgroups",
        "Defined if the device has sub-groups and their functions.",
    ),
    (
        "cl_khr_subgroup_ballot",
        "Defined if the device has ballots of a sub-group, such as sub_group_ballot.",
    ),
    (
        "cl_khr_subgroup_clustered_reduce",
        "Defined if the device has sub_group_clustered_reduce_add and its like.",
    ),
    (
        "cl_khr_subgroup_extended_types",
        "Defined if the functions of sub-groups also take vectors and integers of 8 and 16 bits.",
    ),
    (
        "cl_khr_subgroup_non_uniform_arithmetic",
        "Defined if the device has reductions and scans of the work-items of a sub-group that are \
         active.",
    ),
    (
        "cl_khr_subgroup_non_uniform_vote",
        "Defined if the device has votes of the work-items of a sub-group that are active.",
    ),
    (
        "cl_khr_subgroup_rotate",
        "Defined if the device has sub_group_rotate and sub_group_clustered_rotate.",
    ),
    (
        "cl_khr_subgroup_shuffle",
        "Defined if the device has sub_group_shuffle and sub_group_shuffle_xor.",
    ),
    (
        "cl_khr_subgroup_shuffle_relative",
        "Defined if the device has sub_group_shuffle_up and sub_group_shuffle_down.",
    ),
    (
        "cl_khr_integer_dot_product",
        "Defined if the device has dot products of 8-bit integers.",
    ),
    (
        "__opencl_c_3d_image_writes",
        "A feature of OpenCL C 3.0: kernels may write 3D images.",
    ),
    (
        "__opencl_c_atomic_order_acq_rel",
        "A feature of OpenCL C 3.0: memory_order_acquire, release and acq_rel.",
    ),
    (
        "__opencl_c_atomic_order_seq_cst",
        "A feature of OpenCL C 3.0: memory_order_seq_cst, and the atomic functions without \
         _explicit.",
    ),
    (
        "__opencl_c_atomic_scope_all_devices",
        "A feature of OpenCL C 3.0: memory_scope_all_svm_devices.",
    ),
    (
        "__opencl_c_atomic_scope_device",
        "A feature of OpenCL C 3.0: memory_scope_device, and the atomic functions without a scope.",
    ),
    ("__opencl_c_fp64", "A feature of OpenCL C 3.0: double."),
    (
        "__opencl_c_generic_address_space",
        "A feature of OpenCL C 3.0: pointers without an address space may point into global, \
         local or private memory.",
    ),
    ("__opencl_c_images", "A feature of OpenCL C 3.0: images."),
    (
        "__opencl_c_int64",
        "A feature of OpenCL C 3.0: long and ulong.",
    ),
    (
        "__opencl_c_integer_dot_product_input_4x8bit",
        "A feature of OpenCL C 3.0: dot products of char4 and uchar4.",
    ),
    (
        "__opencl_c_integer_dot_product_input_4x8bit_packed",
        "A feature of OpenCL C 3.0: dot products of four 8-bit integers packed into a uint.",
    ),
    (
        "__opencl_c_program_scope_global_variables",
        "A feature of OpenCL C 3.0: variables in global memory outside functions.",
    ),
    (
        "__opencl_c_read_write_images",
        "A feature of OpenCL C 3.0: images that a kernel reads and writes.",
    ),
    (
        "__opencl_c_subgroups",
        "A feature of OpenCL C 3.0: sub-groups and their functions.",
    ),
    (
        "__opencl_c_work_group_collective_functions",
        "A feature of OpenCL C 3.0: work_group_reduce_add, work_group_broadcast and their like.",
    ),
    ("M_E_F", "The number e as a float, about 2.71828."),
    (
        "M_LOG2E_F",
        "The base-2 logarithm of e as a float, about 1.44270.",
    ),
    (
        "M_LOG10E_F",
        "The base-10 logarithm of e as a float, about 0.434294.",
    ),
    (
        "M_LN2_F",
        "The natural logarithm of 2 as a float, about 0.693147.",
    ),
    (
        "M_LN10_F",
        "The natural logarithm of 10 as a float, about 2.30259.",
    ),
    ("M_PI_F", "The number pi as a float, about 3.14159."),
    ("M_PI_2_F", "The number pi / 2 as a float, about 1.57080."),
    ("M_PI_4_F", "The number pi / 4 as a float, about 0.785398."),
    ("M_1_PI_F", "1 / pi as a float, about 0.318310."),
    ("M_2_PI_F", "2 / pi as a float, about 0.636620."),
    ("M_2_SQRTPI_F", "2 / sqrt(pi) as a float, about 1.12838."),
    (
        "M_SQRT2_F",
        "The square root of 2 as a float, about 1.41421.",
    ),
    (
        "M_SQRT1_2_F",
        "The square root of 1/2 as a float, about 0.707107.",
    ),
    (
        "M_E",
        "The number e as a double, about 2.71828. With float operands use M_E_F, or the \
         expression is computed in double.",
    ),
    (
        "M_LOG2E",
        "The base-2 logarithm of e as a double, about 1.44270. With float operands use M_LOG2E_F, \
         or the expression is computed in double.",
    ),
    (
        "M_LOG10E",
        "The base-10 logarithm of e as a double, about 0.434294. With float operands use \
         M_LOG10E_F, or the expression is computed in double.",
    ),
    (
        "M_LN2",
        "The natural logarithm of 2 as a double, about 0.693147. With float operands use M_LN2_F, \
         or the expression is computed in double.",
    ),
    (
        "M_LN10",
        "The natural logarithm of 10 as a double, about 2.30259. With float operands use \
         M_LN10_F, or the expression is computed in double.",
    ),
    (
        "M_PI",
        "The number pi as a double, about 3.14159. With float operands use M_PI_F, or the \
         expression is computed in double.",
    ),
    (
        "M_PI_2",
        "The number pi / 2 as a double, about 1.57080. With float operands use M_PI_2_F, or the \
         expression is computed in double.",
    ),
    (
        "M_PI_4",
        "The number pi / 4 as a double, about 0.785398. With float operands use M_PI_4_F, or the \
         expression is computed in double.",
    ),
    (
        "M_1_PI",
        "1 / pi as a double, about 0.318310. With float operands use M_1_PI_F, or the expression \
         is computed in double.",
    ),
    (
        "M_2_PI",
        "2 / pi as a double, about 0.636620. With float operands use M_2_PI_F, or the expression \
         is computed in double.",
    ),
    (
        "M_2_SQRTPI",
        "2 / sqrt(pi) as a double, about 1.12838. With float operands use M_2_SQRTPI_F, or the \
         expression is computed in double.",
    ),
    (
        "M_SQRT2",
        "The square root of 2 as a double, about 1.41421. With float operands use M_SQRT2_F, or \
         the expression is computed in double.",
    ),
    (
        "M_SQRT1_2",
        "The square root of 1/2 as a double, about 0.707107. With float operands use M_SQRT1_2_F, \
         or the expression is computed in double.",
    ),
    (
        "CLK_R",
        "An order of channels that get_image_channel_order returns: red alone.",
    ),
    (
        "CLK_A",
        "An order of channels that get_image_channel_order returns: alpha alone.",
    ),
    (
        "CLK_RG",
        "An order of channels that get_image_channel_order returns: red and green.",
    ),
    (
        "CLK_RA",
        "An order of channels that get_image_channel_order returns: red and alpha.",
    ),
    (
        "CLK_RGB",
        "An order of channels that get_image_channel_order returns: red, green and blue, as in a \
         packed format.",
    ),
    (
        "CLK_RGBA",
        "An order of channels that get_image_channel_order returns: red, green, blue and alpha.",
    ),
    (
        "CLK_BGRA",
        "An order of channels that get_image_channel_order returns: blue, green, red and alpha.",
    ),
    (
        "CLK_ARGB",
        "An order of channels that get_image_channel_order returns: alpha, red, green and blue.",
    ),
    (
        "CLK_ABGR",
        "An order of channels that get_image_channel_order returns: alpha, blue, green and red.",
    ),
    (
        "CLK_INTENSITY",
        "An order of channels that get_image_channel_order returns: one value for all four \
         components.",
    ),
    (
        "CLK_LUMINANCE",
        "An order of channels that get_image_channel_order returns: one value for red, green and \
         blue.",
    ),
    (
        "CLK_Rx",
        "An order of channels that get_image_channel_order returns: red, and one channel that is \
         not used.",
    ),
    (
        "CLK_RGx",
        "An order of channels that get_image_channel_order returns: red and green, and one \
         channel that is not used.",
    ),
    (
        "CLK_RGBx",
        "An order of channels that get_image_channel_order returns: red, green and blue, and one \
         channel that is not used.",
    ),
    (
        "CLK_DEPTH",
        "An order of channels that get_image_channel_order returns: a depth.",
    ),
    (
        "CLK_DEPTH_STENCIL",
        "An order of channels that get_image_channel_order returns: a depth and a stencil.",
    ),
    (
        "CLK_sRGB",
        "An order of channels that get_image_channel_order returns: red, green and blue in sRGB.",
    ),
    (
        "CLK_sRGBx",
        "An order of channels that get_image_channel_order returns: red, green and blue in sRGB, \
         and one channel that is not used.",
    ),
    (
        "CLK_sRGBA",
        "An order of channels that get_image_channel_order returns: red, green and blue in sRGB, \
         and alpha.",
    ),
    (
        "CLK_sBGRA",
        "An order of channels that get_image_channel_order returns: blue, green and red in sRGB, \
         and alpha.",
    ),
    (
        "CLK_SNORM_INT8",
        "A type of channels that get_image_channel_data_type returns: 8 bits that stand for -1 to \
         1.",
    ),
    (
        "CLK_SNORM_INT16",
        "A type of channels that get_image_channel_data_type returns: 16 bits that stand for -1 \
         to 1.",
    ),
    (
        "CLK_UNORM_INT8",
        "A type of channels that get_image_channel_data_type returns: 8 bits that stand for 0 to \
         1.",
    ),
    (
        "CLK_UNORM_INT16",
        "A type of channels that get_image_channel_data_type returns: 16 bits that stand for 0 to \
         1.",
    ),
    (
        "CLK_UNORM_INT24",
        "A type of channels that get_image_channel_data_type returns: 24 bits that stand for 0 to \
         1.",
    ),
    (
        "CLK_UNORM_SHORT_565",
        "A type of channels that get_image_channel_data_type returns: three channels in 16 bits \
         that stand for 0 to 1.",
    ),
    (
        "CLK_UNORM_SHORT_555",
        "A type of channels that get_image_channel_data_type returns: three channels of 5 bits \
         that stand for 0 to 1.",
    ),
    (
        "CLK_UNORM_INT_101010",
        "A type of channels that get_image_channel_data_type returns: three channels of 10 bits \
         that stand for 0 to 1.",
    ),
    (
        "CLK_SIGNED_INT8",
        "A type of channels that get_image_channel_data_type returns: signed integers of 8 bits, \
         for read_imagei.",
    ),
    (
        "CLK_SIGNED_INT16",
        "A type of channels that get_image_channel_data_type returns: signed integers of 16 bits, \
         for read_imagei.",
    ),
    (
        "CLK_SIGNED_INT32",
        "A type of channels that get_image_channel_data_type returns: signed integers of 32 bits, \
         for read_imagei.",
    ),
    (
        "CLK_UNSIGNED_INT8",
        "A type of channels that get_image_channel_data_type returns: unsigned integers of 8 \
         bits, for read_imageui.",
    ),
    (
        "CLK_UNSIGNED_INT16",
        "A type of channels that get_image_channel_data_type returns: unsigned integers of 16 \
         bits, for read_imageui.",
    ),
    (
        "CLK_UNSIGNED_INT32",
        "A type of channels that get_image_channel_data_type returns: unsigned integers of 32 \
         bits, for read_imageui.",
    ),
    (
        "CLK_HALF_FLOAT",
        "A type of channels that get_image_channel_data_type returns: half.",
    ),
    (
        "CLK_FLOAT",
        "A type of channels that get_image_channel_data_type returns: float.",
    ),
];
