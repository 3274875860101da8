import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

/** One third-party package that ships with the product. */
export interface Licence {
  readonly name: string;
  readonly version: string;
  /** SPDX expression of its package.json. */
  readonly licence: string;
  /** Text of its licence file; null where the package carries none. */
  readonly text: string | null;
}

/** Packages that are bundled into the interface although they are listed as development dependencies. */
const BUNDLED = [
  '@codemirror/commands',
  '@codemirror/lang-markdown',
  '@codemirror/language',
  '@codemirror/search',
  '@codemirror/state',
  '@codemirror/view',
  '@fontsource-variable/inter',
  '@lezer/highlight',
  '@lucide/vue',
  '@tanstack/vue-virtual',
  'dompurify',
  'highlight.js',
  'katex',
  'markdown-it',
  'pdfjs-dist',
  'pinia',
  'reka-ui',
  'remend',
  'uqr',
  'vue',
  'vue-i18n',
  'vue-router',
];
const LICENCE_FILE = /^(licen[cs]e|copying)(\.|-|$)/i;

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The licences of everything that ships: production dependencies and what is bundled, with all they depend on. */
export async function collectLicences(root: string): Promise<Licence[]> {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  const found = new Set<string>();
  const queue = [...Object.keys(lock.packages['']?.dependencies ?? {}), ...BUNDLED].map((name): [string, string] => [
    '',
    name,
  ]);
  for (let next = queue.pop(); next; next = queue.pop()) {
    const location = locate(lock.packages, ...next);
    if (location === null || found.has(location)) continue;
    found.add(location);
    const { dependencies, optionalDependencies } = lock.packages[location]!;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) queue.push([location, name]);
  }
  const licences = await Promise.all([...found].map((location) => readLicence(root, location)));
  // One version may be installed in several places.
  const once = new Map(
    licences.flatMap((entry) => (entry === null ? [] : [[`${entry.name}@${entry.version}`, entry] as const])),
  );
  return [...once.values()].sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
}

/** Where Node would find `name` from the package at `from`: the nearest node_modules upwards. */
function locate(packages: Readonly<Record<string, LockedPackage>>, from: string, name: string): string | null {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    const location = base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`;
    if (Object.hasOwn(packages, location)) return location;
    if (base === '') return null;
    if (!base.includes('/node_modules/')) base = '';
  }
}

async function readLicence(root: string, location: string): Promise<Licence | null> {
  const folder = path.join(root, location);
  try {
    const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
    const file = (await readdir(folder)).find((name) => LICENCE_FILE.test(name));
    return {
      name: String(manifest['name']),
      version: String(manifest['version']),
      licence: typeof manifest['license'] === 'string' ? manifest['license'] : 'see text',
      text: file === undefined ? null : await readFile(path.join(folder, file), 'utf8'),
    };
  } catch {
    // Built for another system and therefore not installed here.
    return null;
  }
}

/** Writes licences.json beside the interface, for the page about the product. */
export function licencesPlugin(root: string): Plugin {
  return {
    name: 'deckname-licences',
    apply: 'build',
    async generateBundle() {
      const source = JSON.stringify(await collectLicences(root));
      this.emitFile({ type: 'asset', fileName: 'licences.json', source });
    },
  };
}
