import { FORMATS, mimeTypesOf } from '../../../../server/contract/formats.ts';
import { LIMITS } from '../../../../server/contract/limits.ts';
import type { WorkspaceNode } from '../../../../server/contract/workspace/node.ts';

export type Viewer = 'pdf' | 'image' | 'text' | 'markdown' | 'code' | 'table' | 'none';

/** Larger texts are downloaded instead of shown, in bytes. */
const MOST_TEXT_BYTES = 10 * 1024 * 1024;
const TABLES: ReadonlySet<string> = new Set([FORMATS.csv.mimeType, FORMATS.tsv.mimeType]);
const IMAGES = mimeTypesOf(({ inBrowser }) => inBrowser === true);

/** What shows a file. */
export function viewerOf({ kind, mimeType = '', sizeBytes = 0 }: WorkspaceNode): Viewer {
  if (sizeBytes > LIMITS.fileBytes) return 'none';
  if (kind === 'pdf') return 'pdf';
  if (kind === 'image') return IMAGES.has(mimeType) ? 'image' : 'none';
  if (sizeBytes > MOST_TEXT_BYTES) return 'none';
  if (TABLES.has(mimeType)) return 'table';
  return kind === 'text' || kind === 'markdown' || kind === 'code' ? kind : 'none';
}
