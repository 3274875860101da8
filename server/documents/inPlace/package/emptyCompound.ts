const SECTOR_BYTES = 512;
const FREE = 0xffffffff;
const END_OF_CHAIN = 0xfffffffe;
const FAT_SECTOR = 0xfffffffd;
const NO_STREAM = 0xffffffff;

/** A compound file (MS-CFB 2.2, version 3) without any stream: it stands in for an object that was removed. */
export function emptyCompound(): Uint8Array {
  const header = Buffer.alloc(SECTOR_BYTES);
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  header.writeUInt16LE(0x3e, 0x18);
  header.writeUInt16LE(3, 0x1a);
  header.writeUInt16LE(0xfffe, 0x1c);
  header.writeUInt16LE(9, 0x1e);
  header.writeUInt16LE(6, 0x20);
  header.writeUInt32LE(1, 0x2c);
  header.writeUInt32LE(1, 0x30);
  header.writeUInt32LE(4_096, 0x38);
  header.writeUInt32LE(END_OF_CHAIN, 0x3c);
  header.writeUInt32LE(END_OF_CHAIN, 0x44);
  for (let at = 0x4c; at < SECTOR_BYTES; at += 4) header.writeUInt32LE(at === 0x4c ? 0 : FREE, at);

  const allocation = Buffer.alloc(SECTOR_BYTES, 0xff);
  allocation.writeUInt32LE(FAT_SECTOR, 0);
  allocation.writeUInt32LE(END_OF_CHAIN, 4);

  const directory = Buffer.alloc(SECTOR_BYTES);
  const name = 'Root Entry';
  directory.write(name, 0, 'utf16le');
  directory.writeUInt16LE((name.length + 1) * 2, 64);
  directory[66] = 5;
  directory[67] = 1;
  for (let entry = 0; entry < SECTOR_BYTES; entry += 128) {
    for (const link of [68, 72, 76]) directory.writeUInt32LE(NO_STREAM, entry + link);
  }
  directory.writeUInt32LE(END_OF_CHAIN, 116);
  return Buffer.concat([header, allocation, directory]);
}
