// global: 4
// local: 4
// buffer: points int 12 iota
// bytes: origin 0a00000014000000
typedef struct { int x, y; } Point;
typedef struct { Point at; int weight; } Body;
Body moved(Body body, Point by) {
    body.at.x += by.x;
    body.at.y += by.y;
    return body;
}
void scale(Body *body, int by) {
    body->at.x *= by;
    body->weight += 1;
}
kernel void bodies(global Body *points, Point origin) {
    int i = get_global_id(0);
    Body body = points[i];
    Body all[2] = {body, {{1, 2}, 3}};
    all[1] = moved(all[0], origin);
    scale(&all[1], 2);
    Point swapped = {all[1].at.y, all[1].at.x};
    points[i].at = swapped;
    points[i].weight = all[1].weight + all[0].weight;
}
