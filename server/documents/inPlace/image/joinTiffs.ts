/** Bytes of one value of a field type (TIFF 6.0, section 2). */
const TYPE_BYTES: Readonly<Record<number, number>> = Object.freeze({
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
});
const ENTRY_BYTES = 12;
/** Fields whose values are places in the file: StripOffsets, TileOffsets. */
const OFFSET_FIELDS: ReadonlySet<number> = new Set([273, 324]);

/**
 * Joins TIFF files with one page each, in little-endian order as libvips writes them, to one file with all pages. Sizes and colours of the pages may
 * differ, which libvips itself cannot write. Throws RangeError for another kind of file.
 */
export function joinTiffs(files: readonly Uint8Array[]): Uint8Array {
  if (files.length === 1) return files[0]!;
  const starts: number[] = [];
  let length = 0;
  for (const file of files) {
    starts.push(length);
    length += file.length + (file.length % 2);
  }
  const joined = new Uint8Array(length);
  const view = new DataView(joined.buffer);
  const directories = files.map((file, index) => {
    const start = starts[index]!;
    joined.set(file, start);
    return moveDirectory(view, start);
  });
  view.setUint32(4, directories[0]!.at, true);
  directories.forEach(({ next }, index) => view.setUint32(next, directories[index + 1]?.at ?? 0, true));
  return joined;
}

/** Makes the places in the directory of the file that begins at `start` count from the beginning of the joined file. */
function moveDirectory(view: DataView, start: number): { readonly at: number; readonly next: number } {
  if (view.getUint16(start, true) !== 0x4949 || view.getUint16(start + 2, true) !== 42) throw new RangeError('tiff');
  const at = start + view.getUint32(start + 4, true);
  const count = view.getUint16(at, true);
  for (let index = 0; index < count; index += 1) {
    const entry = at + 2 + index * ENTRY_BYTES;
    const field = view.getUint16(entry, true);
    const type = view.getUint16(entry + 2, true);
    const values = view.getUint32(entry + 4, true);
    const bytes = (TYPE_BYTES[type] ?? 1) * values;
    let data = entry + 8;
    if (bytes > 4) {
      data = start + view.getUint32(entry + 8, true);
      view.setUint32(entry + 8, data, true);
    }
    if (OFFSET_FIELDS.has(field)) moveOffsets(view, { data, type, values }, start);
  }
  return { at, next: at + 2 + count * ENTRY_BYTES };
}

function moveOffsets(
  view: DataView,
  { data, type, values }: { readonly data: number; readonly type: number; readonly values: number },
  by: number,
): void {
  if (type !== 4) throw new RangeError('tiff');
  for (let index = 0; index < values; index += 1) {
    const place = data + 4 * index;
    view.setUint32(place, view.getUint32(place, true) + by, true);
  }
}
