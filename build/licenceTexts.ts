// node build/licenceTexts.ts FILE: writes the licences of all packages that ship into one text, for a release.
import { writeFileSync } from 'node:fs';
import { collectLicences } from '../renderer/licences.ts';
import { root } from './lib/paths.mjs';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('node build/licenceTexts.ts FILE');
const parts = (await collectLicences(root)).map(
  ({ name, version, licence, text }) => `${name} ${version}: ${licence}\n\n${text ?? '(no text in the package)'}\n`,
);
writeFileSync(file, parts.join(`\n${'='.repeat(80)}\n\n`));
