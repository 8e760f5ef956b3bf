// The reader's own GPU as the page sees it: whether there is one, measurements that a hidden page does not spoil, and
// what was measured of it, which the browser keeps. Nothing leaves this machine.

/** Seconds that one measurement may take. */
const MEASURE_SECONDS = 60;
/** Times of each measurement. */
export const SAMPLES = 7;

const KEY = "opencl-course-gpu";

/** The GPU did not do it: a sentence. */
export class NotMeasured extends Error {}

let gpu = null;
/** Does the browser give this page a GPU? It is asked once. */
export const hasGpu = () => (gpu ??= Promise.resolve(navigator.gpu?.requestAdapter()).then(Boolean, () => false));

/** Says later whether the page was hidden in the meantime: a browser slows a hidden page down. */
export function watchHidden() {
  let hidden = document.hidden;
  const note = () => (hidden ||= document.hidden);
  document.addEventListener("visibilitychange", note);
  return () => {
    document.removeEventListener("visibilitychange", note);
    return hidden;
  };
}

const seen = () =>
  new Promise((resolve) => {
    const look = () => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    look();
  });

/** The answer to `ask` of a time in which the page was seen throughout. `paused` hears when it waits for that. */
async function whileSeen(ask, paused) {
  for (;;) {
    if (document.hidden) {
      paused();
      await seen();
    }
    const wasHidden = watchHidden();
    try {
      const answer = await ask();
      if (!wasHidden()) return answer;
    } finally {
      wasHidden();
    }
    paused();
  }
}

async function asked(engine, name, request, paused) {
  const text = await whileSeen(async () => (await engine.ask(name, { ...request, samples: SAMPLES }, MEASURE_SECONDS)).text, paused);
  const answer = JSON.parse(text);
  if (answer.refused) throw new NotMeasured(answer.refused.message);
  return answer;
}

/** What a shader of the page's own shows: `gpu-probes.js` says which there are. */
export const probe = (engine, name, paused) => asked(engine, "probe", { probe: name }, paused);

/** The times of a kernel's launch in nanoseconds, and the GPU's name. */
export const measure = (engine, { source, launch }, paused) => asked(engine, "measure", { launch, files: { "kernel.cl": source } }, paused);

/** What was measured, or null. */
export function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}

/** Keeps what was measured; null forgets it. */
export function keep(measured) {
  try {
    if (measured === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(measured));
  } catch {
    // A browser that keeps nothing measures anew.
  }
}
