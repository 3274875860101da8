/** Units looked at to tell bare UTF-16, the fewest that tell anything, and the share of them that is Latin in texts of our languages. */
const BARE = Object.freeze({ most: 4_096, fewest: 4, latinShare: 0.7, otherShare: 0.02 });

/**
 * Tells UTF-16 without a byte order mark: letters of Latin scripts have their zero bytes all on the same side (as XML 1.0, appendix F.1, tells encodings by where the
 * zero bytes of its first characters stand). Null for everything else; server and interface read files alike.
 */
export function bareUtf16Encoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const units = Math.min(bytes.length >> 1, BARE.most);
  if (units < BARE.fewest) return null;
  let [first, second] = [0, 0];
  for (let at = 0; at < 2 * units; at += 2) {
    if (bytes[at] === 0) first += 1;
    if (bytes[at + 1] === 0) second += 1;
  }
  const [most, least] = [Math.max(first, second), Math.min(first, second)];
  if (most < BARE.latinShare * units || least > BARE.otherShare * units) return null;
  return first > second ? 'utf-16be' : 'utf-16le';
}
