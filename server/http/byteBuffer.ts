/** Room for a body whose length nobody announced; it doubles when it is full. */
const FIRST_BYTES = 64 * 1024;

/** Bytes that arrive in pieces, collected in one buffer: keeping the pieces and joining them later would take twice the memory. */
export interface ByteBuffer {
  readonly size: number;
  add(piece: Uint8Array): void;
  /** What was added; the buffer must not be added to afterwards. */
  bytes(): Buffer;
}

/** @param expectedBytes - announced by the sender; memory is touched only where bytes arrive, and other lengths are right as well */
export function createByteBuffer(expectedBytes: number): ByteBuffer {
  let room = Buffer.allocUnsafeSlow(Math.max(expectedBytes, FIRST_BYTES));
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(piece) {
      if (size + piece.length > room.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(room.length * 2, size + piece.length));
        larger.set(room.subarray(0, size));
        room = larger;
      }
      room.set(piece, size);
      size += piece.length;
    },
    bytes: () => room.subarray(0, size),
  };
}
