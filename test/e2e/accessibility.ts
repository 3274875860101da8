import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2 A and AA. */
const RULES = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** What depends on nothing but colors. */
const COLOR_RULES = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
  }[];
}

/**
 * What axe finds on the page as it is now: `rule: element: reason`.
 * @param about - `colors` for another theme of a page that was looked at as a whole
 */
export async function accessibilityProblems(page: Page, about: 'all' | 'colors' = 'all'): Promise<string[]> {
  // Movement changes colors; the rule about contrast needs the final ones.
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map((animation) => animation.finished)).then(() => 0),
  );
  await page.evaluate(AXE);
  const result = await page.evaluate(
    (runOnly) =>
      (globalThis as unknown as { axe: { run: (context: Document, options: unknown) => Promise<unknown> } }).axe.run(
        document,
        // Of what is in order, axe then names one element instead of all.
        { runOnly, resultTypes: ['violations'] },
      ),
    about === 'all' ? RULES : COLOR_RULES,
  );
  return (result as AxeResult).violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`),
  );
}
