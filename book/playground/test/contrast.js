// How well text stands out from what is behind it, by the formula of WCAG 2: runs in the page.

/**
 * The texts of a page, drawings included, whose contrast is less than `least`: what they say, their colours and
 * their contrast; and how many were looked at.
 */
export function tooFaint(least) {
  /** Red, green, blue and opacity, each from 0 to 1. */
  const parse = (colour) => {
    const numbers = (colour.match(/-?[\d.]+(e-?\d+)?/g) ?? []).map(Number);
    if (colour.startsWith("rgb")) return [...numbers.slice(0, 3).map((part) => part / 255), numbers[3] ?? 1];
    if (colour.startsWith("color(srgb")) return [...numbers.slice(0, 3), numbers[3] ?? 1];
    return null;
  };
  const over = ([r, g, b, a], below) => [r, g, b].map((part, index) => part * a + below[index] * (1 - a));
  const luminance = (colour) => {
    const [r, g, b] = colour.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const layer = parse(getComputedStyle(at).backgroundColor);
      if (layer && layer[3] > 0) layers.push(layer);
      if (layer && layer[3] === 1) break;
    }
    return layers.reverse().reduce((below, layer) => over(layer, below), [1, 1, 1]);
  };
  /** What is drawn under a label: shapes in their order. */
  const drawnUnder = (label) => {
    const svg = label.ownerSVGElement;
    const box = label.getBBox();
    const point = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
    let below = behind(svg);
    for (const shape of svg.querySelectorAll("path, rect, circle")) {
      const style = getComputedStyle(shape);
      const fill = parse(style.fill);
      // A shape of a group has the group's coordinates.
      const within = point.matrixTransform(shape.getScreenCTM().inverse().multiply(label.getScreenCTM()));
      if (!fill || !shape.isPointInFill(within)) continue;
      below = over([...fill.slice(0, 3), fill[3] * Number(style.fillOpacity)], below);
    }
    return below;
  };
  const faint = [];
  let count = 0;
  const look = (text, colour, below) => {
    count += 1;
    const value = contrast(over(colour, below), below);
    if (value < least) {
      const shown = (parts) => parts.slice(0, 3).map((part) => Math.round(255 * part)).join(" ");
      faint.push(`${text.trim().slice(0, 40)}: ${shown(colour)} on ${shown(below)} is ${value.toFixed(2)}`);
    }
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent;
    const element = walker.currentNode.parentElement;
    if (text.trim() === "" || element.closest("svg, script, style, noscript, math annotation")) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    // What cannot be pressed now need not stand out.
    if (element.closest(":disabled")) continue;
    look(text, parse(getComputedStyle(element).color), behind(element));
  }
  for (const label of document.querySelectorAll("svg.figure text")) {
    look(label.textContent, parse(getComputedStyle(label).fill), drawnUnder(label));
  }
  return { faint: [...new Set(faint)], count };
}
