/**
 * Takes the models of the embedded recognition out of Debian's packages into resources/ocr, on a Debian machine:
 *
 *   node build/recognition/takeData.ts
 *
 * The packages hold tessdata_fast (Apache-2.0). Writes the models packed, their licence, and SOURCE.md with versions and checksums. The same packages give the
 * same files.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LANGUAGES } from '../../server/contract/common.ts';
import { MODELS } from '../../server/documents/ocr/languageData.ts';

const target = join(import.meta.dirname, '../../resources/ocr');
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const ABOUT = `# Models of the embedded recognition

The LSTM models of Tesseract for five languages, \`tessdata_fast\` (https://github.com/tesseract-ocr/tessdata_fast), taken by
\`node build/recognition/takeData.ts\` out of Debian's packages. Apache-2.0, see [COPYRIGHT](COPYRIGHT) and [LICENSE](LICENSE). The checksums are those of the
unpacked models.

| file | package | SHA-256 |
| --- | --- | --- |`;

const scratch = mkdtempSync(join(tmpdir(), 'deckname-models-'));
try {
  const names = LANGUAGES.map((language) => `tesseract-ocr-${MODELS[language]}`);
  execFileSync('apt-get', ['download', '--quiet', ...names], { cwd: scratch, stdio: 'inherit' });
  mkdirSync(target, { recursive: true });
  const rows = LANGUAGES.map((language) => {
    const model = MODELS[language];
    const [archive] = globSync(join(scratch, `tesseract-ocr-${model}_*.deb`));
    if (archive === undefined) throw new Error(`no package for ${model} was downloaded`);
    const version = execFileSync('dpkg-deb', ['--field', archive, 'Version']).toString().trim();
    const unpacked = join(scratch, model);
    execFileSync('dpkg-deb', ['--extract', archive, unpacked]);
    const file = `${model}.traineddata`;
    const [data] = globSync(join(unpacked, 'usr/share/tesseract-ocr/*/tessdata', file));
    if (data === undefined) throw new Error(`${basename(archive)} holds no ${file}`);
    const bytes = readFileSync(data);
    writeFileSync(join(target, `${file}.gz`), gzipSync(bytes, { level: 9 }));
    copyFileSync(join(unpacked, `usr/share/doc/tesseract-ocr-${model}/copyright`), join(target, 'COPYRIGHT'));
    return `| ${file}.gz | tesseract-ocr-${model} ${version} | ${sha256(bytes)} |`;
  });
  copyFileSync('/usr/share/common-licenses/Apache-2.0', join(target, 'LICENSE'));
  writeFileSync(join(target, 'SOURCE.md'), `${ABOUT}\n${rows.join('\n')}\n`);
  execFileSync('npx', ['prettier', '--write', join(target, 'SOURCE.md')], { stdio: 'inherit' });
} finally {
  rmSync(scratch, { recursive: true });
}
