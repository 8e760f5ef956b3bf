// Prices of European options (Black and Scholes).
float normal(float x)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabs(x));
    float tail = k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    float value = 0.39894228f * exp(-0.5f * x * x) * tail;
    return x > 0.0f ? 1.0f - value : value;
}

kernel void real(global const float *prices, global const float *strikes, global float *calls, float rate,
                 float volatility)
{
    int i = get_global_id(0);
    float s = prices[i], k = strikes[i];
    float d1 = (log(s / k) + rate + 0.5f * volatility * volatility) / volatility;
    float d2 = d1 - volatility;
    calls[i] = s * normal(d1) - k * exp(-rate) * normal(d2);
}
