// The quizzes: of each, the simulator's answer is one of the choices, and the page shows what it is.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { quizzes, quizzesShown } from "../course.js";
import { measured, requestOf } from "../src/measures.js";
import { complaints } from "./accessibility.js";

/** A function that asks the module of the page. */
async function simulator(book) {
  const { instance } = await WebAssembly.instantiate(readFileSync(join(book, "playground/playground.wasm")), {});
  const { exports } = instance;
  return (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const room = exports.request_of(bytes.length) >>> 0;
    new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
    const at = exports.simulate() >>> 0;
    return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, exports.answer_length() >>> 0)));
  };
}

const opened = async (page, id) => {
  const section = page.locator(`.course-playground[data-quiz="${id}"]`);
  await section.locator(".playground-open").focus();
  await page.keyboard.press("Enter");
  await section.locator("input").first().waitFor();
  return section;
};

export function quizTests({ test, book, themed }) {
  test("of each quiz exactly one choice is what the simulator answers", async () => {
    const simulate = await simulator(book);
    const all = quizzes();
    const wrong = [];
    for (const [id, quiz] of all) {
      const answer = simulate(requestOf(quiz));
      if (answer.refused) wrong.push(`${id}: ${answer.refused.message}`);
      else {
        const right = measured(answer, quiz.answer);
        const matching = quiz.choices.filter((choice) => choice === right);
        if (matching.length !== 1) wrong.push(`${id}: ${right} is not one of ${quiz.choices.join(", ")}`);
        if (quiz.choices.length < 3 || new Set(quiz.choices).size !== quiz.choices.length) wrong.push(`${id}: choices are too few, or the same`);
        // A run that goes another way than the quiz means has findings that it does not ask about.
        const errors = answer.findings.filter(({ level }) => level === "error").map(({ mistake }) => mistake);
        if (errors.length > 0 && !["mistake", "line"].includes(quiz.answer)) wrong.push(`${id}: ${errors.join(", ")}`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(all.size >= 60, `${all.size} quizzes`);
    console.log(`     ${all.size} quizzes`);
  });

  test("the right choice is in no fixed place", async () => {
    const simulate = await simulator(book);
    const places = [...quizzes().values()].map((quiz) => quiz.choices.indexOf(measured(simulate(requestOf(quiz)), quiz.answer)));
    for (const place of [0, 1, 2]) {
      const share = places.filter((each) => each === place).length / places.length;
      assert.ok(share < 0.5, `${share} of the right choices are number ${place + 1}`);
    }
  });

  test("each quiz stands in one chapter, and each that a chapter shows is there", async () => {
    const shown = Object.values(quizzesShown()).flat();
    assert.deepEqual([...shown].sort(), [...quizzes().keys()].sort());
  });

  test("a quiz is answered by keyboard: wrong, with the run that shows it, then right, with a mark", async ({ page, address }) => {
    await page.goto(`${address}mappings/coalescing.html`);
    const section = await opened(page, "stride-two");
    await page.waitForFunction(() => document.activeElement.type === "radio");
    const choose = async (choice) => {
      while ((await section.locator("input:checked").getAttribute("value").catch(() => null)) !== choice) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await section.locator(".playground-status", { hasText: /^(Yes|Not)/ }).waitFor();
      return section.locator(".playground-status").textContent();
    };
    await page.keyboard.press("Space");
    assert.equal(await choose("4"), "Not 4: the run gives 8.");
    assert.ok(await section.locator("details[open] .playground-step").isVisible(), "the run is shown");
    // What each line did, with a way to that line.
    const line = section.locator("details[open] .playground-line").first();
    const number = /\d+/.exec(await line.textContent())[0];
    await line.press("Enter");
    assert.equal(await section.locator(".quiz-code .line.now .number").textContent(), number);
    await section.locator("input:checked").focus();
    assert.equal(await choose("8"), "Yes: 8.");
    await page.locator('.progress-mark').first().waitFor();
    await page.reload();
    await page.locator('.course-playground[data-quiz="stride-two"][data-done]').waitFor();
  });

  test("axe finds nothing on an open quiz, in light and in dark", async ({ browser, address }) => {
    for (const theme of ["light", "navy"]) {
      const page = await themed(browser, theme);
      await page.goto(`${address}sharing/transpose.html`);
      const section = await opened(page, "transpose-banks");
      assert.deepEqual(await complaints(page), [], theme);
      await section.locator("input").first().check();
      await section.getByRole("button", { name: "Run it and see" }).click();
      await section.locator(".playground-status", { hasText: /^(Yes|Not)/ }).waitFor();
      assert.deepEqual(await complaints(page), [], `${theme}, answered`);
      await page.context().close();
    }
  });
}
