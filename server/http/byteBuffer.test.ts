import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createByteBuffer } from './byteBuffer.ts';

it('gives back all pieces in their order, whatever length was announced', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 50_000 }), { maxLength: 12 }),
      fc.nat(400_000),
      (pieces, expected) => {
        const buffer = createByteBuffer(expected);
        for (const piece of pieces) buffer.add(piece);
        const whole = Buffer.concat(pieces);
        expect(buffer.size).toBe(whole.length);
        expect(buffer.bytes().equals(whole)).toBe(true);
      },
    ),
  );
});
