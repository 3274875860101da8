import { viewContent, type DocumentView, type ViewContent } from '../../../contract/documentView.ts';
import { AppError } from '../../../core/errors.ts';
import type { DocumentViews, PackedView } from '../../../documents/types.ts';
import type { WholeDownload, Principal } from '../../../http/types.ts';
import type { CompletedJob, JobReader } from '../jobs/jobReader.ts';
import type { JobNames } from '../jobs/jobNames.ts';
import type { JobTexts } from '../jobs/jobTexts.ts';
import { createViewCache } from './viewCache.ts';

/** Shows the documents of completed jobs to whoever may see their originals. Throws as JobReader. */
export interface Viewer {
  view(principal: Principal, id: string): Promise<DocumentView>;
  /** Part `part` from 1. @throws AppError NOT_FOUND for a part that is not there */
  content(principal: Principal, id: string, part: number): Promise<ViewContent>;
  /** A page as WebP. @throws AppError NOT_FOUND for a page that is not there and for documents without pages */
  picture(principal: Principal, id: string, page: number, width: number, signal: AbortSignal): Promise<WholeDownload>;
  /** Whether it is known where the words of a job stand in its document. */
  isLocated(job: CompletedJob): Promise<boolean>;
  /** As content, of a job that the caller was found to know of. */
  contentOf(job: CompletedJob, part: number): Promise<ViewContent>;
  /** Tells the page (from 1) that shows an offset of the text; null where none does. */
  pageAt(job: CompletedJob): Promise<(offset: number) => number | null>;
  /** The number of pages to draw on; 0 for documents that have none. */
  drawablePages(job: CompletedJob): Promise<number>;
}

const CACHE_BYTES = 64 * 1024 * 1024;

export function createViewer(parts: {
  readonly views: DocumentViews;
  readonly reader: JobReader;
  readonly texts: JobTexts;
  readonly names: JobNames;
}): Viewer {
  const { views, reader, texts, names } = parts;
  const cache = createViewCache({ maxBytes: CACHE_BYTES });

  const viewOf = (job: CompletedJob): Promise<PackedView> =>
    // Reviews change neither the text nor the file. Who leaves does not end the work: the next one waits for the same view.
    cache.get(`${job.accountId}/${job.id}`, async () => {
      const { format, inputRef, result, accountId } = job;
      if (format === null) return TEXT_ALONE;
      const bytes = await texts.getFile(accountId, inputRef);
      const layout = result.layoutRef === null ? null : await texts.getFile(accountId, result.layoutRef);
      const text = await reader.text(job, 'original');
      return await views.build(
        { bytes, format, name: await names.of(job), text, layout },
        new AbortController().signal,
      );
    });

  const contentOf: Viewer['contentOf'] = async (job, part) => {
    const content = (await viewOf(job)).contents[part - 1];
    if (content === undefined) throw noSuchPart();
    return viewContent.parse(JSON.parse(new TextDecoder().decode(content)));
  };

  return {
    view: (principal, id) =>
      reader.read(principal, id, 'original', async (job) => {
        const { kind, located, areas, parts: list, sheets, files, places } = await viewOf(job);
        return { job_id: id, kind, located, areas, parts: list, sheets, files, places };
      }),
    content: (principal, id, part) => reader.read(principal, id, 'original', (job) => contentOf(job, part)),
    contentOf,
    isLocated: async (job) => (await viewOf(job)).located,
    picture: (principal, id, page, width, signal) =>
      reader.read(principal, id, 'original', async (job) => {
        const { accountId, format, inputRef } = job;
        const { kind, parts: pages } = await viewOf(job);
        if (format === null || kind !== 'pages' || page > pages.length) throw noSuchPart();
        const bytes = await texts.getFile(accountId, inputRef);
        const body = await views.picture({ bytes, format }, page, width, signal);
        return { contentType: 'image/webp', body };
      }),
    pageAt: async (job) => {
      const { kind, places } = await viewOf(job);
      return (offset) =>
        kind === 'pages' ? (places.find(({ start, end }) => start <= offset && offset < end)?.part ?? null) : null;
    },
    drawablePages: async (job) => {
      const { areas, parts: pages } = await viewOf(job);
      return areas ? pages.length : 0;
    },
  };
}

const TEXT_ALONE: PackedView = Object.freeze({
  ...{ kind: 'text', located: true, areas: false, parts: [], sheets: [], files: [], places: [], contents: [] },
});

const noSuchPart = (): AppError => new AppError('NOT_FOUND', 'The document has no such part.');
