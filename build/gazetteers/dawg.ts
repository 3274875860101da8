import { gunzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';

/** Positions in the offset table of a traineddata file (Tesseract, ccutil/tessdatamanager.h). */
const ENTRY = Object.freeze({ lstmWordDawg: 19, lstmUnicharset: 21 });
const DAWG_MAGIC = 42;
const WORD_LENGTH_MAX = 40;

/**
 * The words of the dictionary inside a Tesseract language file (`*.traineddata.gz`). The dictionary is a squished DAWG: a list of
 * 64-bit edges of unichar id, flags and next node (Tesseract, dict/dawg.h).
 */
export function readDictionary(path: string): string[] {
  const data = gunzipSync(readFileSync(path));
  const count = data.readInt32LE(0);
  const offsets = Array.from({ length: count }, (_, index) => Number(data.readBigInt64LE(4 + 8 * index)));
  const section = (index: number): Buffer => {
    const start = offsets[index]!;
    if (start < 0) throw new RangeError('the language file lacks a dictionary');
    const next = offsets.filter((offset) => offset > start).sort((a, b) => a - b)[0] ?? data.length;
    return data.subarray(start, next);
  };
  const unichars = section(ENTRY.lstmUnicharset)
    .toString('utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split(' ', 1)[0] ?? '');
  return walk(section(ENTRY.lstmWordDawg), unichars);
}

function walk(dawg: Buffer, unichars: readonly string[]): string[] {
  if (dawg.readInt16LE(0) !== DAWG_MAGIC) throw new RangeError('not a DAWG');
  const unicharCount = dawg.readInt32LE(2);
  const edgeCount = dawg.readInt32LE(6);
  const edge = (index: number): bigint => dawg.readBigUInt64LE(10 + 8 * index);
  const flagStart = BigInt(Math.ceil(Math.log2(unicharCount + 1)));
  const letterMask = (1n << flagStart) - 1n;
  const lastFlag = 1n << flagStart;
  const backwardFlag = lastFlag << 1n;
  const endFlag = lastFlag << 2n;
  const nextStart = flagStart + 3n;
  const words: string[] = [];
  const stack: { node: number; prefix: string }[] = [{ node: 0, prefix: '' }];
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    for (let index = item.node; index < edgeCount; index += 1) {
      const record = edge(index);
      const letter = unichars[Number(record & letterMask)] ?? '';
      const word = item.prefix + letter;
      const next = Number(record >> nextStart);
      if ((record & backwardFlag) === 0n) {
        if ((record & endFlag) !== 0n) words.push(word);
        if (next > 0 && word.length < WORD_LENGTH_MAX) stack.push({ node: next, prefix: word });
      }
      if ((record & lastFlag) !== 0n) break;
    }
  }
  return words.sort();
}
