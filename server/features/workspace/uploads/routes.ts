import * as contract from '../../../contract/workspace/files.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { AppError } from '../../../core/errors.ts';
import { preconditionOf } from '../../../http/entityTags.ts';
import { route, type Route } from '../../../http/route.ts';
import type { WorkspaceNode } from '../../../contract/workspace/node.ts';
import type { Principal } from '../../../http/types.ts';
import type { UploadRow } from '../storage/uploads.ts';
import { parseContentRange } from './contentRange.ts';
import { nextExpectedRanges, type UploadSessions } from './sessions.ts';

export interface UploadServices {
  readonly sessions: UploadSessions;
  /** Base of absolute addresses; null: taken from the request. */
  readonly publicUrl: string | null;
}

function state(session: UploadRow) {
  const { id, expiresAt } = session;
  return {
    sessionId: id,
    nextExpectedRanges: nextExpectedRanges(session),
    expiresAt,
    expirationDateTime: expiresAt,
  };
}

/** What the last range answers, and every question after it. */
const finished = (node: WorkspaceNode) => ({ node, id: node.id, name: node.name, size: node.sizeBytes ?? 0 });

/** Routes of chunked uploads. */
export function uploadRoutes({ sessions, publicUrl }: UploadServices): readonly Route[] {
  const chunkSizeBytes = LIMITS.uploadChunkBytes;
  const find = (head: {
    params: { sessionId: string };
    query: { access?: string | undefined };
    principal: Principal | null;
  }): Promise<UploadRow> =>
    sessions.find(head.params.sessionId, { principal: head.principal, secret: head.query.access });

  return [
    route(contract.createUpload, async ({ principal, body, origin, header }) => {
      const { session, secret } = await sessions.begin(principal, { ...body, ifMatch: preconditionOf(header) });
      const path = contract.getUpload.path.replace(':sessionId', session.id);
      const uploadUrl = `${publicUrl ?? origin}/api${path}?access=${secret}`;
      return { ...state(session), uploadUrl, chunkSizeBytes };
    }),
    route(
      contract.putChunk,
      async (context) => {
        const session = await find(context);
        const range = parseContentRange(context.header('content-range') ?? '');
        if (range === null) {
          throw new AppError('INVALID_RANGE', 'The header Content-Range is missing or not of the form bytes 0-9/10.');
        }
        const done = await sessions.put(session, range, context.body);
        if ('receivedBytes' in done) return state(done);
        context.setStatus(201);
        return finished(done);
      },
      find,
    ),
    route(contract.getUpload, async (context) => {
      const session = await find(context);
      const node = await sessions.made(session);
      if (node !== null) {
        context.setStatus(201);
        return finished(node);
      }
      const { sizeBytes, receivedBytes } = session;
      return { ...state(session), name: await sessions.name(session), sizeBytes, receivedBytes, chunkSizeBytes };
    }),
    route(contract.abortUpload, async (context) => sessions.abort(await find(context))),
  ];
}
