import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { parse } from 'vue/compiler-sfc';

/** The repository. */
export const ROOT = join(import.meta.dirname, '../..');

/** A pattern and where it stands: `file:line` with the path from the repository. */
export interface FoundPattern {
  /** As JavaScript writes it: `/a+/g`. */
  readonly pattern: string;
  readonly places: readonly string[];
}

/** What the sources hold. */
export interface Sources {
  /** Regular expression literals, each once. */
  readonly literals: readonly FoundPattern[];
  /** Calls of RegExp whose pattern is put together at run time, as `file:line`. */
  readonly constructions: readonly string[];
}

/** Files of the product: no tests and nothing that only they use. */
export function productFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.ts$|\.fixture\.ts$|\.d\.ts$|\/testing\/|\/testing\.ts$/.test(file))
    .sort();
}

/** Every pattern of the product's own code, found in its syntax tree. */
export function readSources(): Sources {
  const literals = new Map<string, string[]>();
  const constructions: string[] = [];
  for (const file of productFiles('{server,electron,renderer}/**/*.{ts,vue}')) {
    const source = ts.createSourceFile(`${file}.ts`, scriptOf(file), ts.ScriptTarget.Latest, true);
    const place = (node: ts.Node) => `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const places = literals.get(node.text) ?? [];
        literals.set(node.text, [...places, place(node)]);
      }
      if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(source) === 'RegExp') {
        constructions.push(place(node));
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { literals: [...literals].map(([pattern, places]) => ({ pattern, places })), constructions };
}

/** Code of a file; of a component its scripts, at their lines, with the expressions of its template left to Vue's compiler. */
function scriptOf(file: string): string {
  const text = readFileSync(join(ROOT, file), 'utf8');
  if (!file.endsWith('.vue')) return text;
  const { script, scriptSetup } = parse(text, { filename: file }).descriptor;
  return [script, scriptSetup].map((block) => block?.content ?? '').join('\n');
}
