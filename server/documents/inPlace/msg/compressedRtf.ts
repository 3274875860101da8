const HEADER_BYTES = 16;
/** MS-OXRTFCP 2.1.3.1.1: kinds of content. */
const COMPRESSED = 0x75465a4c;
const UNCOMPRESSED = 0x414c454d;
/** Bytes of the header that its first number counts. */
const COUNTED_BYTES = 12;
const DICTIONARY_BYTES = 4_096;
/** MS-OXRTFCP 2.1.2.1: what the dictionary holds from the beginning. */
const INITIAL = Buffer.from(
  String.raw`{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0` +
    '\r\n' +
    String.raw`\par \pard\plain\f0\fs20\b\i\u\tab\tx`,
  'latin1',
);
/** Two bytes stand for 17 at most, and each eight of such pairs have a byte before them. */
const MOST_RATIO = 8.5;

/** The RTF in a property of Outlook (MS-OXRTFCP 3.1.4); null when it is damaged. */
export function readCompressedRtf(bytes: Uint8Array): Buffer | null {
  if (bytes.byteLength < HEADER_BYTES) return null;
  const input = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [size, rawSize, kind] = [input.readUInt32LE(0), input.readUInt32LE(4), input.readUInt32LE(8)];
  if (kind === UNCOMPRESSED) return Buffer.from(input.subarray(HEADER_BYTES, HEADER_BYTES + rawSize));
  if (kind !== COMPRESSED || rawSize > input.length * MOST_RATIO) return null;
  return decompress(input.subarray(HEADER_BYTES, size + HEADER_BYTES - COUNTED_BYTES), rawSize);
}

function decompress(input: Buffer, rawSize: number): Buffer {
  const dictionary = Buffer.alloc(DICTIONARY_BYTES);
  INITIAL.copy(dictionary);
  let writeAt = INITIAL.length;
  const output = Buffer.alloc(rawSize);
  let length = 0;
  const put = (byte: number): void => {
    output[length] = byte;
    length += 1;
    dictionary[writeAt] = byte;
    writeAt = (writeAt + 1) % DICTIONARY_BYTES;
  };
  for (let at = 0; at < input.length && length < rawSize;) {
    const control = input[at]!;
    at += 1;
    for (let bit = 0; bit < 8 && at < input.length && length < rawSize; bit += 1) {
      if ((control & (1 << bit)) === 0) {
        put(input[at]!);
        at += 1;
        continue;
      }
      if (at + 2 > input.length) return output.subarray(0, length);
      const reference = input.readUInt16BE(at);
      at += 2;
      const from = reference >> 4;
      // A reference to the place of writing ends the content.
      if (from === writeAt) return output.subarray(0, length);
      const count = (reference & 0xf) + 2;
      for (let index = 0; index < count && length < rawSize; index += 1) {
        put(dictionary[(from + index) % DICTIONARY_BYTES]!);
      }
    }
  }
  return output.subarray(0, length);
}

/** RTF as a property of Outlook, not compressed (MS-OXRTFCP 2.1.3.1.4). */
export function writeCompressedRtf(rtf: Uint8Array): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(rtf.byteLength + COUNTED_BYTES, 0);
  header.writeUInt32LE(rtf.byteLength, 4);
  header.writeUInt32LE(UNCOMPRESSED, 8);
  return Buffer.concat([header, rtf]);
}
