import sharp from 'sharp';
import { workerTask } from '../../core/workers/task.ts';
import { documentError } from '../failures.ts';
import { IN_PLACE_PICTURES, type InPlacePicture } from '../inPlace/image/pictureFile.ts';
import { loadPdfium, type Pdfium } from '../pdf/pdfium.ts';
import type { DocumentFormat } from '../types.ts';
import { isViewedOffice, viewOffice } from './office/viewOffice.ts';
import { pdfPicture, picturePicture } from './pagePicture.ts';
import { viewPdf } from './pdfPages.ts';
import { viewPicture } from './picturePages.ts';
import type { BuiltView, PackedView, ViewSource } from './types.ts';
import { viewFlow } from './viewFlow.ts';

export type ViewOrder =
  | { readonly do: 'build'; readonly source: ViewSource }
  | {
      readonly do: 'picture';
      readonly bytes: Uint8Array;
      readonly format: DocumentFormat;
      readonly page: number;
      readonly width: number;
    };
export type ViewAnswer =
  { readonly did: 'build'; readonly view: PackedView } | { readonly did: 'picture'; readonly picture: Uint8Array };

// Decoded pixels of one document must not stay in memory for the next; the pool alone decides how many pictures are decoded at a time.
sharp.cache(false);
sharp.concurrency(1);
let pdfium: Promise<Pdfium> | undefined;

export default workerTask<ViewOrder, ViewAnswer, number>(async (order, { post }) => {
  post(0);
  if (order.do === 'build') return { did: 'build', view: packed(await build(order.source)) };
  const { bytes, format, page, width } = order;
  if (format === 'pdf') return { did: 'picture', picture: await pdfPicture(await openPdfium(), bytes, page, width) };
  if (isPicture(format)) return { did: 'picture', picture: await picturePicture(format, bytes, page, width) };
  throw documentError('UNREADABLE_FILE');
});

/** After an abort (out of memory, a failed assertion) the module's state is undefined: the thread ends with the error. */
const openPdfium = (): Promise<Pdfium> => (pdfium ??= loadPdfium());

async function build(source: ViewSource): Promise<BuiltView> {
  const { format } = source;
  if (format === 'pdf') return await viewPdf(await openPdfium(), source);
  if (isPicture(format)) return await viewPicture(format, source);
  if (isViewedOffice(format)) return (await viewOffice(format, source)) ?? textAlone();
  return (await viewFlow(source)) ?? textAlone();
}

const textAlone = (): BuiltView => ({
  ...{ kind: 'text', located: true, areas: false, parts: [], sheets: [], files: [], places: [], contents: [] },
});

const isPicture = (format: DocumentFormat): format is InPlacePicture =>
  (IN_PLACE_PICTURES as readonly DocumentFormat[]).includes(format);

const packed = ({ contents, ...view }: BuiltView): PackedView => ({
  ...view,
  contents: contents.map((content) => new TextEncoder().encode(JSON.stringify(content))),
});
