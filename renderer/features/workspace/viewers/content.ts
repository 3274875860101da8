import { downloadNode, replaceContent } from '../../../../server/contract/workspace/files.ts';
import type { WorkspaceNode } from '../../../../server/contract/workspace/node.ts';
import { ApiError, call, isApiError } from '../../../api/index.ts';
import { fetchNode } from '../api.ts';
import type { DocumentSource, TextState } from '../editor/document.ts';
import { decodeText, editableText, encodeText } from '../editor/textBytes.ts';

/** The bytes of one revision of a file. */
export async function fetchContent({ id, revision }: Pick<WorkspaceNode, 'id' | 'revision'>): Promise<Blob> {
  return (await call(downloadNode, { params: { id }, query: { ...(revision !== undefined && { revision }) } })).blob;
}

/** The text of a file, and where it is written to; `onStored` hears of the node that a write made. */
export function textSource(id: string, onStored: (node: WorkspaceNode) => void): DocumentSource {
  return {
    async fetch(): Promise<TextState> {
      const node = await fetchNode(id);
      if (node === null) throw new ApiError({ status: 404, code: 'NOT_FOUND' });
      // The content of exactly this revision, also when somebody writes meanwhile.
      const text = decodeText(new Uint8Array(await (await fetchContent(node)).arrayBuffer()));
      if (text === null) throw new ApiError({ status: 422, code: 'NOT_READABLE' });
      return { ...editableText(text), revision: node.revision ?? 0 };
    },
    async store(text, { revision, lineEnd }) {
      const body = encodeText(text, lineEnd);
      try {
        const { node } = await call(replaceContent, { params: { id }, query: { revision }, body });
        onStored(node);
        const original = lineEnd === '\n' ? text : text.replaceAll('\n', lineEnd);
        return { ...editableText(original), lineEnd, revision: node.revision ?? revision + 1 };
      } catch (error) {
        if (isApiError(error, 'REVISION_CONFLICT')) return null;
        throw error;
      }
    },
  };
}
