import { expect, it } from 'vitest';
import { decodeUtf8InTurns } from './decodeInTurns.ts';

const MIB = 1024 * 1024;

it.each(['a', 'ä', '€', '😀', '\ufeff'])('decodes long texts of %j as short ones', async (character) => {
  for (const before of ['', 'x', 'xx', 'xxx']) {
    const text = before + character.repeat(MIB + 1);
    expect((await decodeUtf8InTurns(Buffer.from(text))) === new TextDecoder().decode(Buffer.from(text))).toBe(true);
  }
});

it('takes only UTF-8, wherever what is none stands', async () => {
  expect(await decodeUtf8InTurns(new Uint8Array())).toBe('');
  for (const at of [0, 2 * MIB - 1, 2 * MIB, 2 * MIB + 1, 5 * MIB - 1]) {
    for (const wrong of [0x80, 0xc3, 0xff]) {
      const bytes = Buffer.alloc(5 * MIB, 'a');
      bytes[at] = wrong;
      await expect(decodeUtf8InTurns(bytes)).rejects.toThrow(TypeError);
    }
  }
});
