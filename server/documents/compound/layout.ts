/** Numbers of the compound file format (MS-CFB 2.1 and 2.2). Sectors of version 3 have 512 bytes, those of version 4 have 4,096. */
export const HEADER_BYTES = 512;
export const ENTRY_BYTES = 128;
export const MINI_SECTOR_BYTES = 64;
/** Sectors of the allocation table that the header names; others are named by a chain of their own. */
export const HEADER_FAT_SECTORS = 109;
/** Streams below this size lie in the mini stream. */
export const MINI_CUTOFF_BYTES = 4_096;

export const SIGNATURE = Object.freeze([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
/** The largest number that is a sector's. */
export const LAST_SECTOR = 0xfffffffa;
export const DIFAT_SECTOR = 0xfffffffc;
export const FAT_SECTOR = 0xfffffffd;
export const END_OF_CHAIN = 0xfffffffe;
export const FREE = 0xffffffff;
/** In an entry: there is no such neighbour. */
export const NO_ENTRY = 0xffffffff;

/** Kinds of entries (MS-CFB 2.6.1). */
export const ENTRY = Object.freeze({ unused: 0, storage: 1, stream: 2, root: 5 });

/** What MS-CFB 2.6.1 says of a storage beside its name: class identifier, state bits, times of creation and change. */
export const STAMP = Object.freeze({ at: 80, bytes: 36 });
