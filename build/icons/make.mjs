// Makes the icons of the desktop app from the interface's own mark: `node build/icons/make.mjs`. Run it after the mark has changed.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from '../lib/paths.mjs';

const mark = join(root, 'renderer', 'public', 'icon.svg');

/** electron-builder makes .ico and .icns from a PNG of 1024 pixels; Windows and macOS need at least 512. */
const TARGETS = [
  ['build/icons/icon.png', 1024],
  ['resources/icons/deckname.png', 256],
];

for (const [target, size] of TARGETS) {
  const path = join(root, target);
  mkdirSync(join(path, '..'), { recursive: true });
  await sharp(mark, { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toFile(path);
}
