import { describe, expect, it } from 'vitest';
import { createOpenedFiles, documentArguments, linkArgument } from './openedFiles.ts';

describe('arguments of a start', () => {
  it('finds documents and links, and nothing else', () => {
    const argv = [
      '/opt/deckname',
      '--flag',
      '/home/a/Brief.DOCX',
      'relative.pdf',
      '/home/a/run.sh',
      'deckname://restore',
    ];
    expect(documentArguments(argv)).toEqual(['/home/a/Brief.DOCX']);
    expect(linkArgument(argv)).toBe('deckname://restore');
    expect(linkArgument(['/opt/deckname'])).toBeNull();
  });
});

describe('opened files', () => {
  const contents = new Map([
    ['/a/one.txt', new Uint8Array([1])],
    ['/a/big.txt', new Uint8Array(20)],
  ]);
  const reader = {
    sizeBytes: (path: string) =>
      contents.has(path) ? Promise.resolve(contents.get(path)!.length) : Promise.reject(new Error('gone')),
    read: (path: string) => Promise.resolve(contents.get(path)!),
  };

  it('hands each file over once and skips what is gone or too large', async () => {
    const files = createOpenedFiles(reader, 10);
    expect(files.add([])).toBe(false);
    expect(files.add(['/a/one.txt', '/a/gone.txt', '/a/big.txt'])).toBe(true);
    expect(await files.take()).toEqual([{ name: 'one.txt', bytes: new Uint8Array([1]) }]);
    expect(await files.take()).toEqual([]);
  });
});
