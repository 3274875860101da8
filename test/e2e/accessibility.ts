import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2 A and AA. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
  }[];
}

/** What axe finds on the page as it is now: `rule: element: reason`. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Movement changes colors; the rule about contrast needs the final ones.
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map((animation) => animation.finished)).then(() => 0),
  );
  await page.evaluate(AXE);
  const result = await page.evaluate(
    (tags) =>
      (globalThis as unknown as { axe: { run: (context: Document, options: unknown) => Promise<unknown> } }).axe.run(
        document,
        { runOnly: { type: 'tag', values: tags } },
      ),
    RULES,
  );
  return (result as AxeResult).violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`),
  );
}
