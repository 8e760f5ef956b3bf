// The style of the figures, which comes with the first of them.

import { element } from "../dom.js";
import style from "./explore.css";

export function styled() {
  if (document.getElementById("explore-style")) return;
  document.head.append(element("style", { id: "explore-style" }, style));
}
