import type { WorkspaceNode } from '../../../../server/contract/workspace/node.ts';
import { isApiError } from '../../../api/index.ts';

/** Where a file goes: a new one below a folder or root, or the next state of an existing one. */
export type Destination =
  | { readonly kind: 'new'; readonly parentId: string | null; readonly projectId: string | null }
  | { readonly kind: 'replace'; readonly nodeId: string; readonly revision: number };

/** A chunked upload as the server knows it. */
export interface UploadSession {
  readonly sessionId: string;
  readonly chunkSizeBytes: number;
  /** First byte that is missing. */
  readonly offset: number;
}

interface Finished {
  readonly done: true;
  readonly node: WorkspaceNode;
}
export type ChunkAnswer = Finished | { readonly done: false; readonly offset: number };
/** How far a session is: it tells of its file too, when the answer to the last chunk was lost. */
export type SessionAnswer = Finished | { readonly done: false; readonly session: UploadSession };

/** The routes a transfer needs. */
export interface TransferRoutes {
  readonly uploadWhole: (
    file: File,
    to: Destination,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ) => Promise<WorkspaceNode>;
  readonly openSession: (file: File, to: Destination, signal: AbortSignal) => Promise<UploadSession>;
  readonly sessionState: (sessionId: string, signal: AbortSignal) => Promise<SessionAnswer>;
  readonly sendChunk: (
    sessionId: string,
    chunk: Blob,
    range: { readonly start: number; readonly total: number },
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ) => Promise<ChunkAnswer>;
  readonly closeSession: (sessionId: string) => Promise<void>;
}

/** One file on its way. It can be stopped and run again; what the server has is not sent twice. */
export interface Transfer {
  run(signal: AbortSignal): Promise<WorkspaceNode>;
  /** Gives up what was sent. */
  discard(): Promise<void>;
}

/** Files above this size go in chunks, in bytes. */
export const WHOLE_BYTES = 8 * 1024 * 1024;

export interface TransferOptions {
  readonly file: File;
  readonly to: Destination;
  readonly routes: TransferRoutes;
  /** Bytes that have left this machine. */
  readonly onSent: (bytes: number) => void;
  /** True while it waits for the server to answer again. */
  readonly onWaiting: (waiting: boolean) => void;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
/** Together a few minutes: a broken line, a sleeping laptop, a server that restarts. */
const MOST_TRIES = 20;

export function createTransfer(options: TransferOptions): Transfer {
  const { file, to, routes, onSent, onWaiting, sleep } = options;
  let session: UploadSession | null = null;

  /** Repeats `step` while the server cannot be reached or is busy. */
  async function patiently<T>(signal: AbortSignal, step: () => Promise<T>, mayRepeat: () => boolean): Promise<T> {
    let waitMs = FIRST_WAIT_MS;
    for (let tries = 1; ; tries += 1) {
      try {
        const result = await step();
        onWaiting(false);
        return result;
      } catch (error) {
        const busy = isApiError(error) && (error.status === 429 || error.status === 503);
        const lost = isApiError(error, 'NETWORK') && mayRepeat();
        if ((!busy && !lost) || tries === MOST_TRIES || signal.aborted) throw error;
        onWaiting(true);
        await sleep(busy ? Math.max(1, error.retryAfterSeconds ?? 1) * 1000 : waitMs, signal);
        waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
      }
    }
  }

  async function sendWhole(signal: AbortSignal): Promise<WorkspaceNode> {
    let share = 0;
    return patiently(
      signal,
      () => {
        share = 0;
        return routes.uploadWhole(file, to, signal, (sent) => {
          share = sent;
          onSent(Math.round(sent * file.size));
        });
      },
      // When every byte had left, the server may have stored the file: sending it again would make a second one.
      () => share < 1,
    );
  }

  /** The session with the right offset; a new one when there is none any more. */
  async function resumed(signal: AbortSignal): Promise<SessionAnswer> {
    if (session) {
      try {
        return await routes.sessionState(session.sessionId, signal);
      } catch (error) {
        if (!isApiError(error, 'SESSION_EXPIRED', 'SESSION_NOT_FOUND')) throw error;
      }
    }
    return { done: false, session: await routes.openSession(file, to, signal) };
  }

  async function sendChunks(signal: AbortSignal): Promise<WorkspaceNode> {
    let inStep = false;
    for (;;) {
      const answer = await patiently(
        signal,
        async (): Promise<ChunkAnswer> => {
          const state: SessionAnswer = inStep && session ? { done: false, session } : await resumed(signal);
          if (state.done) return state;
          const current = state.session;
          session = current;
          // Until the answer is there, nobody knows what has arrived.
          inStep = false;
          onSent(current.offset);
          const chunk = file.slice(current.offset, Math.min(current.offset + current.chunkSizeBytes, file.size));
          try {
            return await routes.sendChunk(
              current.sessionId,
              chunk,
              { start: current.offset, total: file.size },
              signal,
              (share) => {
                onSent(current.offset + Math.round(share * chunk.size));
              },
            );
          } catch (error) {
            if (!isApiError(error, 'RANGE_MISMATCH')) throw error;
            const expected = await routes.sessionState(current.sessionId, signal);
            return expected.done ? expected : { done: false, offset: expected.session.offset };
          }
        },
        () => true,
      );
      if (answer.done) {
        session = null;
        return answer.node;
      }
      if (session) session = { ...session, offset: answer.offset };
      inStep = true;
    }
  }

  return {
    run: (signal) => (file.size > WHOLE_BYTES ? sendChunks(signal) : sendWhole(signal)),
    async discard() {
      const open = session;
      session = null;
      if (!open) return;
      try {
        await routes.closeSession(open.sessionId);
      } catch {
        // The server removes it within the hour.
      }
    },
  };
}
