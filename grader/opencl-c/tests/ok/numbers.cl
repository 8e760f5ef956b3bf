_Static_assert(2147483648 > 0 && 0x80000000 > 0 && -2147483647 - 1 < 0, "");
_Static_assert(sizeof(1) == 4 && sizeof(1l) == 8 && sizeof(1ul) == 8 && sizeof(0xffffffffff) == 8, "");
_Static_assert(sizeof(1.0f) == 4 && sizeof('a') == 4, "");
_Static_assert(0x10 == 16 && 010 == 8 && 1e1f == 10 && 0x1p4f == 16, "");
__constant float values[] = { 1.f, .5f, 1e-3f, 0x.8p1f, 0x1.fp-2F, 3.e2f };
