import { posix } from 'node:path';
import type { InPlacePicture } from '../image/pictureFile.ts';
import { isMetafile, neutralMetafile, type Metafile } from './metafiles.ts';
import { pictureKind } from './pictureKind.ts';

type Kind = InPlacePicture | Metafile | 'svg';

/** Extensions of picture parts by the format that programs expect behind them. */
const EXTENSIONS: Readonly<Record<string, Kind>> = Object.freeze({
  ...{ jpg: 'jpeg', jpeg: 'jpeg', jpe: 'jpeg', jfif: 'jpeg', png: 'png', gif: 'gif', webp: 'webp' },
  ...{ tif: 'tiff', tiff: 'tiff', bmp: 'bmp', dib: 'bmp', emf: 'emf', wmf: 'wmf', emz: 'emz', wmz: 'wmz', svg: 'svg' },
} as const);
const GREY = '#d9d9d9';
/** Programs scale a picture to its place: beyond this many pixels a grey area gains nothing. */
const LONGEST_SIDE = 1_000;
const DEFAULT_SIZE = Object.freeze({ width: 64, height: 64 });

/**
 * A grey picture with the format and the proportions of one that cannot be looked into, so that the document keeps its layout and nothing of the picture.
 * @param name - of the part; tells the format where the bytes do not
 */
export async function neutralPicture(bytes: Uint8Array, name: string): Promise<Uint8Array> {
  const kind = pictureKind(bytes) ?? EXTENSIONS[posix.extname(name).slice(1).toLowerCase()] ?? 'png';
  if (kind === 'svg') return neutralSvg(bytes);
  return isMetafile(kind) ? neutralMetafile(bytes, kind) : await neutralPixels(bytes, kind);
}

async function neutralPixels(bytes: Uint8Array, kind: InPlacePicture): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  const size = kind === 'bmp' ? bmpSize(bytes) : await sizeOf(bytes);
  const { width, height } = fitting(size ?? DEFAULT_SIZE);
  const grey = sharp({ create: { width, height, channels: 3, background: GREY } });
  if (kind === 'bmp') {
    const { encodeBmp } = await import('../image/encodeBmp.ts');
    return encodeBmp(await grey.raw().toBuffer(), { width, height, dpi: null });
  }
  return new Uint8Array(await grey.toFormat(kind).toBuffer());
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size that a picture declares, which may be more than is ever decoded. */
async function sizeOf(bytes: Uint8Array): Promise<Size | null> {
  const { default: sharp } = await import('sharp');
  try {
    const { width, pageHeight, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return { width, height: pageHeight ?? height };
  } catch {
    return null;
  }
}

/** BITMAPINFOHEADER (MS-WMF 2.2.2.3); negative heights are of pictures whose first row is the top one. */
function bmpSize(bytes: Uint8Array): Size | null {
  if (bytes.length < 26) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
}

function fitting({ width, height }: Size): Size {
  if (!(width > 0 && height > 0)) return DEFAULT_SIZE;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const LENGTH = '[\\d.]{1,12}(?:px|pt|pc|mm|cm|in)?';

/** Keeps the size that the root element declares. */
function neutralSvg(bytes: Uint8Array): Uint8Array {
  const root = /<svg\b[^>]{0,4000}>/.exec(Buffer.from(bytes.subarray(0, 16_384)).toString('utf8'))?.[0] ?? '';
  const attributes = [
    ['width', LENGTH],
    ['height', LENGTH],
    ['viewBox', '-?[\\d.]{1,12}(?:[ ,]+-?[\\d.]{1,12}){3}'],
  ].flatMap(([name, pattern]) => new RegExp(`\\s${name!}=["']${pattern!}["']`).exec(root)?.[0] ?? []);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"${attributes.join('')}><rect width="100%" height="100%" fill="${GREY}"/></svg>`;
  return new TextEncoder().encode(svg);
}
