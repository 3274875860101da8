import * as contract from '../../../contract/workspace/files.ts';
import * as nodes from '../../../contract/workspace/nodes.ts';
import { AppError } from '../../../core/errors.ts';
import { preconditionOf } from '../../../http/entityTags.ts';
import { route, type Route } from '../../../http/route.ts';
import type { NodeReader } from '../nodes/reader.ts';
import type { Creator } from './creator.ts';
import type { Downloads } from './downloads.ts';
import type { NodeAnonymization } from './anonymization.ts';
import { etagOf } from './revisions.ts';
import type { ContentWriter } from './writer.ts';

export interface ContentServices {
  readonly writer: ContentWriter;
  readonly creator: Creator;
  readonly downloads: Downloads;
  readonly anonymization: NodeAnonymization;
  readonly reader: NodeReader;
}

/** Routes that make, replace and hand out the content of files. */
export function contentRoutes({
  writer,
  creator,
  downloads,
  anonymization,
  reader,
}: ContentServices): readonly Route[] {
  return [
    route(nodes.createNode, async ({ principal, body: { kind, name, sheetName, ...at } }) => {
      const { id } = await creator.create(principal, at, { kind, name, sheetName });
      return { node: await reader.node(principal, id) };
    }),
    route(nodes.anonymizeNode, async ({ principal, params }) => {
      const jobId = await anonymization.begin(principal, params.id);
      return { node: await reader.node(principal, params.id), job_id: jobId };
    }),
    route(contract.uploadNode, async ({ principal, body: { withAnonymization, ...at }, file }) => {
      if (file === undefined) throw new AppError('FILE_MISSING', 'A file is required, as field "file" of the form.');
      const { id } = await writer.create(principal, at, file);
      if (withAnonymization) await anonymization.beginOrMark(principal, id);
      return { node: await reader.node(principal, id) };
    }),
    route(contract.replaceContent, async ({ principal, params, query, body, header, setHeader }) => {
      const ifMatch = preconditionOf(header);
      const written = await writer.replace(principal, params.id, body, { revision: query.revision, ifMatch });
      if (written.file !== null) setHeader('ETag', `"${etagOf(written.file)}"`);
      return { node: await reader.written(principal, written) };
    }),
    route(contract.downloadNode, ({ principal, params, query }) => downloads.file(principal, params.id, query)),
    route(contract.getPreview, ({ principal, params }) => downloads.preview(principal, params.id)),
    route(contract.getThumbnail, ({ principal, params }) => downloads.thumbnail(principal, params.id)),
  ];
}
