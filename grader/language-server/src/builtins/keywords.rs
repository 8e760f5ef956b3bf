//! Keywords and attributes.

/// Keywords in their usual spelling, and the attributes that `__attribute__` takes.
pub(crate) const KEYWORDS: &[(&str, &str)] = &[
    (
        "kernel",
        "Marks a function that the host can launch. It returns void; each work-item of the \
         NDRange runs it once.",
    ),
    (
        "global",
        "Global memory: the buffers that the host passes. All work-items share it, and it keeps \
         its content between kernels.",
    ),
    (
        "local",
        "Local memory: the work-items of a work-group share it. Variables in it are declared in \
         the kernel's outermost block, without an initialiser.",
    ),
    (
        "constant",
        "Constant memory: all work-items may read it and none may write it. It is fast where the \
         work-items of a sub-group read the same address.",
    ),
    (
        "private",
        "Private memory: each work-item has its own. It is the default for variables within \
         functions and for parameters.",
    ),
    (
        "generic",
        "The generic address space (OpenCL C 2.0): a pointer without a qualifier may point into \
         global, local or private memory.",
    ),
    (
        "read_only",
        "The kernel may only read this image. It is the default for a parameter that is an image.",
    ),
    ("write_only", "The kernel may only write this image."),
    (
        "read_write",
        "The kernel may read and write this image, without a sampler (OpenCL C 2.0).",
    ),
    (
        "restrict",
        "What this pointer points to is accessed through no other pointer. The compiler may then \
         reorder and keep values; if it is not true, behaviour is undefined.",
    ),
    (
        "volatile",
        "Each read and write takes place as it is written. It makes no access atomic and orders \
         nothing between work-items.",
    ),
    (
        "const",
        "The value may not be changed through this name. const global float *p is still global \
         memory, which the kernel does not write through p.",
    ),
    (
        "inline",
        "Suggests that calls be replaced by the function's body, which compilers for GPUs mostly \
         do anyway. Write static inline: a call of a function that is only inline may find no \
         definition.",
    ),
    (
        "static",
        "A function or variable that only this program source sees. Within a function OpenCL C \
         1.2 does not allow it.",
    ),
    (
        "extern",
        "A function or variable that is defined in another program source and linked to this one \
         (OpenCL C 1.2).",
    ),
    (
        "auto",
        "Reserved: OpenCL C 1.2 does not have this storage class.",
    ),
    (
        "register",
        "Reserved: OpenCL C 1.2 does not have this storage class.",
    ),
    ("typedef", "Gives a type another name."),
    (
        "struct",
        "A type with members. The host must lay it out in the same way: use types of fixed size \
         such as cl_int, and mind the alignment of vectors.",
    ),
    (
        "union",
        "A type whose members share the same bytes. To reinterpret a value, as_float and its like \
         are shorter.",
    ),
    ("enum", "Named integer constants."),
    (
        "sizeof",
        "The size of a type or value in bytes, a size_t. An array in local memory counts as a \
         whole, a pointer parameter as a pointer.",
    ),
    (
        "if",
        "Runs a statement where the condition is not 0. A vector is no condition: use any or all. \
         Work-items of one sub-group that differ run both branches, one after the other.",
    ),
    ("else", "What runs where the condition of the if is 0."),
    (
        "for",
        "A loop: initialisation, condition, and what follows each pass. With a barrier in it, \
         every work-item of the work-group must make the same number of passes.",
    ),
    (
        "while",
        "A loop that runs while the condition is not 0. With a barrier in it, every work-item of \
         the work-group must make the same number of passes.",
    ),
    ("do", "A loop that tests its condition after each pass."),
    (
        "switch",
        "Jumps to the case whose constant equals the integer.",
    ),
    (
        "case",
        "A constant of a switch. What follows runs on into the next case unless a break ends it.",
    ),
    ("default", "Where a switch jumps to if no case matches."),
    ("break", "Leaves the innermost loop or switch."),
    ("continue", "Begins the next pass of the innermost loop."),
    (
        "return",
        "Leaves the function. A work-item that leaves the kernel early does not reach a later \
         barrier, which is undefined behaviour if others do.",
    ),
    (
        "goto",
        "Jumps to a label in the same function. Whether a device takes irreducible control flow, \
         such as a jump into a loop, is implementation-defined.",
    ),
    (
        "true",
        "The value 1. In a comparison of vectors true is -1 instead.",
    ),
    ("false", "The value 0."),
    (
        "vec_step",
        "The number of components of a type or value: 1 for scalars, 4 for vectors of 3.",
    ),
    (
        "__attribute__",
        "Says more about a function, type, variable or loop: __attribute__((name(arguments))).",
    ),
    (
        "reqd_work_group_size",
        "The launch must use exactly this work-group size, x, y and z; any other fails. The \
         compiler can rely on it.",
    ),
    (
        "work_group_size_hint",
        "The work-group size, x, y and z, that the launch will probably use. It is a hint to the \
         compiler alone.",
    ),
    (
        "vec_type_hint",
        "The type in which the kernel mostly computes, as a hint for a compiler that vectorises.",
    ),
    (
        "opencl_unroll_hint",
        "Before a loop: how many passes to unroll; 1 asks for none. It is a hint (OpenCL C 2.0).",
    ),
    (
        "packed",
        "Members of the struct follow each other without padding. Accesses to them may be slower.",
    ),
    (
        "aligned",
        "The least alignment of the type or variable, in bytes: a power of two.",
    ),
    (
        "overloadable",
        "Several functions of this name may differ in their parameters (an extension of Clang).",
    ),
    (
        "always_inline",
        "Replaces calls by the function's body (an extension of compilers).",
    ),
    (
        "noinline",
        "Keeps calls of the function as calls (an extension of compilers).",
    ),
    (
        "unused",
        "No warning if this is not used (an extension of compilers).",
    ),
    (
        "ext_vector_type",
        "Declares a vector type with that number of components (an extension of Clang); OpenCL C \
         has float4 and its like.",
    ),
    (
        "vector_size",
        "Declares a vector type of a size in bytes (an extension of GCC and Clang); OpenCL C has \
         float4 and its like.",
    ),
    (
        "_Complex",
        "Reserved: OpenCL C has no complex numbers. A float2 can hold one.",
    ),
    ("_Imaginary", "Reserved: OpenCL C has no imaginary numbers."),
    (
        "_Alignas",
        "The alignment of C11, which OpenCL C does not have: use __attribute__((aligned(n))).",
    ),
    (
        "_Alignof",
        "The alignment of a type in bytes, of C11 and an extension of compilers.",
    ),
    (
        "_Atomic",
        "The atomic types of C11, which OpenCL C does not have: it has atomic_int and its like.",
    ),
    (
        "_Generic",
        "Chooses an expression by type, of C11; OpenCL C does not have it.",
    ),
    (
        "_Noreturn",
        "Marks a function that does not return, of C11; OpenCL C does not have it.",
    ),
    (
        "_Static_assert",
        "Ends the compilation with a message if a constant condition is false, of C11 and an \
         extension of compilers.",
    ),
    (
        "_Thread_local",
        "A variable of each thread, of C11, which OpenCL C does not have. Variables of a function \
         are private to the work-item.",
    ),
    (
        "__asm__",
        "Assembly code, an extension of compilers that OpenCL C does not have.",
    ),
    (
        "__extension__",
        "Silences warnings about extensions in an expression (GCC and Clang).",
    ),
    (
        "__typeof__",
        "The type of an expression (an extension of compilers).",
    ),
    (
        "__builtin_offsetof",
        "The offset of a member in bytes (an extension of compilers).",
    ),
    (
        "__builtin_astype",
        "Reinterprets the bits of a value (Clang): OpenCL C has as_float and its like.",
    ),
    (
        "__builtin_convertvector",
        "Converts the components of a vector (Clang): OpenCL C has convert_float4 and its like.",
    ),
    (
        "__builtin_types_compatible_p",
        "Compares two types (an extension of compilers).",
    ),
    (
        "__builtin_choose_expr",
        "Chooses one of two expressions by a constant (an extension of compilers).",
    ),
    (
        "__builtin_va_arg",
        "The next argument of a variable list (an extension of compilers). OpenCL C has no \
         functions with variable arguments but printf.",
    ),
    ("__func__", "The name of the function, as a string."),
];
