import katex from 'katex';
import 'katex/dist/katex.min.css';

/** Longest TeX that is drawn, in UTF-16 code units: what is longer is no formula, and would hold the page up. */
const LONGEST = 5_000;

/**
 * Draws TeX into an element. Through elements, never through HTML: the security policy refuses styles in HTML. What is no TeX stays as it is
 * written. Commands that load or link something are refused (trust: false).
 */
export function drawFormula(tex: string, into: HTMLElement, display: boolean): void {
  if (tex.length > LONGEST) return;
  const drawn = document.createElement('span');
  try {
    katex.render(tex, drawn, {
      displayMode: display,
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxExpand: 200,
      maxSize: 20,
    });
  } catch {
    return;
  }
  into.replaceChildren(...drawn.childNodes);
}
