int f(int n) {
    for (;;) { if (n-- < 0) break; else continue; }
    do n++; while (n < 3);
    while (n) { n--; }
    switch (n) case 0: case 1: return 2;
    switch (n) { default: ; case 5: { n = 1; } break; case -1: n = 2; }
    if (n) if (n > 1) n = 2; else n = 3;
    { ; { } }
    for (int i = 0, j = 1; i < j; i++, j--) ;
    goto end;
    end: again: if (n > 100) goto again;
    return n ? n > 1 ? 2 : 3 : 4;
}
