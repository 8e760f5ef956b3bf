// verdict: no-such-kernel
float saxpy(float alpha, float x, float y) {
    return alpha * x + y;
}
