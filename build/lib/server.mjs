import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './paths.mjs';

/** Tests, their set-up and declarations of libraries without types. */
const NO_CODE = /\.(?:test|fixture|d)\.ts$/;

/** Every TypeScript source below a folder, tests left out. */
function sources(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !NO_CODE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * Turns the TypeScript of server/ and of the desktop's server process into JavaScript under dist/, file by file, with the same layout, so that
 * worker files and resources are found the same way as from the sources. Types are checked elsewhere (npm run typecheck).
 */
export async function buildServer() {
  const { default: ts } = await import('typescript');
  const compilerOptions = {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
  };
  for (const folder of ['server', 'electron/server']) {
    rmSync(join(root, 'dist', folder), { recursive: true, force: true });
    for (const source of sources(join(root, folder))) {
      const { outputText, diagnostics } = ts.transpileModule(readFileSync(source, 'utf8'), {
        compilerOptions,
        fileName: source,
        reportDiagnostics: true,
      });
      if (diagnostics?.length) throw new Error(`${relative(root, source)} does not compile`);
      const target = join(root, 'dist', relative(root, source)).replace(/\.ts$/, '.js');
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, outputText);
    }
  }
}
