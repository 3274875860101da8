import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { compileTemplate, parse } from 'vue/compiler-sfc';

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
    .filter((file) => !/\.test\.ts$|\.d\.ts$/.test(file))
    .sort();
}

/** Every pattern of the product's own code, found in its syntax tree. */
export function readSources(): Sources {
  const literals = new Map<string, string[]>();
  const constructions: string[] = [];
  const read = (file: string, code: string, lineOf: (line: number) => number): void => {
    const source = ts.createSourceFile(`${file}.ts`, code, ts.ScriptTarget.Latest, true);
    const place = (node: ts.Node) =>
      `${file}:${lineOf(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1)}`;
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
  };
  for (const file of productFiles('{server,electron,renderer}/**/*.{ts,vue}')) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    if (!file.endsWith('.vue')) read(file, text, (line) => line);
    else for (const { code, lineOf } of codeOfComponent(file, text)) read(file, code, lineOf);
  }
  return { literals: [...literals].map(([pattern, places]) => ({ pattern, places })), constructions };
}

/** Scripts of a component, at their lines, and what its template is compiled to: an expression in it stands there as it is. */
export function codeOfComponent(
  filename: string,
  text: string,
): readonly { readonly code: string; readonly lineOf: (line: number) => number }[] {
  const { script, scriptSetup, template } = parse(text, { filename }).descriptor;
  const scripts = [script, scriptSetup].filter((block) => block !== null);
  const parts = scripts.map(({ content, loc }) => ({
    code: content,
    lineOf: (line: number) => loc.start.line + line - 1,
  }));
  if (template === null) return parts;
  const { code, errors } = compileTemplate({
    ...{ source: template.content, filename, id: filename },
    compilerOptions: { expressionPlugins: ['typescript'] },
  });
  if (errors.length > 0) throw new Error(`the template of ${filename} cannot be compiled`);
  // What it is compiled to has other lines.
  return [...parts, { code, lineOf: () => template.loc.start.line }];
}
