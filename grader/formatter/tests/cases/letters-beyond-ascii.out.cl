// température
float µ = 1.0f;   // Größe
float été = 2.0f; // ok
