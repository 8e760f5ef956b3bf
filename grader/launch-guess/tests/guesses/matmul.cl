kernel void matmul(int M, int N, int K, global const float *A, global const float *B, global float *C)
{
    int row = get_global_id(0), col = get_global_id(1);
    if (row < M && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; ++k)
            sum += A[row * K + k] * B[k * N + col];
        C[row * N + col] = sum;
    }
}
