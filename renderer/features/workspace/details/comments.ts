import { ref, shallowRef, type Ref, type ShallowRef } from 'vue';
import {
  addCommentMessage,
  createComment,
  deleteComment,
  listComments,
  updateComment,
  type CommentAnchor,
  type CommentThread,
} from '../../../../server/contract/workspace/comments.ts';
import { call, isApiError } from '../../../api/index.ts';
import { allPages, MOST_PER_PAGE } from '../../../api/pages.ts';

/** The threads of a file, as its text and the list beside it show them. */
export interface Comments {
  /** Null until they have come. */
  readonly threads: ShallowRef<readonly CommentThread[] | null>;
  readonly failure: ShallowRef<unknown>;
  /** Thread that is pointed at, in the text or in the list. */
  readonly active: Ref<string | null>;
  /** Place of a comment that is being written. */
  readonly begun: ShallowRef<CommentAnchor | null>;
  load(): Promise<void>;
  create(body: string, anchor: CommentAnchor): Promise<void>;
  reply(thread: CommentThread, body: string): Promise<void>;
  reword(thread: CommentThread, body: string): Promise<void>;
  setStatus(thread: CommentThread, status: CommentThread['status']): Promise<void>;
  remove(thread: CommentThread): Promise<void>;
}

/** Reads and changes the threads of a file; every change is refused by the server when the thread has changed meanwhile, and then read anew. */
export function createComments(nodeId: string): Comments {
  const threads = shallowRef<readonly CommentThread[] | null>(null);
  const failure = shallowRef<unknown>(null);
  const active = ref<string | null>(null);
  const begun = shallowRef<CommentAnchor | null>(null);
  const params = (thread: CommentThread) => ({ id: nodeId, threadId: thread.id });
  const put = (thread: CommentThread): void => {
    const others = (threads.value ?? []).filter(({ id }) => id !== thread.id);
    threads.value = [...others, thread];
  };

  async function load(): Promise<void> {
    try {
      threads.value = await allPages(async (cursor) => {
        const page = await call(listComments, {
          params: { id: nodeId },
          query: { limit: MOST_PER_PAGE, ...(cursor !== undefined && { cursor }) },
        });
        return { items: page.comments, cursor: page.cursor };
      });
      failure.value = null;
    } catch (error) {
      failure.value = error;
    }
  }
  async function change(work: () => Promise<{ comment: CommentThread }>): Promise<void> {
    try {
      put((await work()).comment);
    } catch (error) {
      if (isApiError(error, 'COMMENT_VERSION_CONFLICT', 'COMMENT_NOT_FOUND')) await load();
      throw error;
    }
  }

  return {
    ...{ threads, failure, active, begun, load },
    create: (body, anchor) =>
      change(async () => {
        const answer = await call(createComment, { params: { id: nodeId }, body: { body, anchor } });
        begun.value = null;
        active.value = answer.comment.id;
        return answer;
      }),
    reply: (thread, body) =>
      change(() => call(addCommentMessage, { params: params(thread), body: { version: thread.version, body } })),
    reword: (thread, body) =>
      change(() => call(updateComment, { params: params(thread), body: { version: thread.version, body } })),
    setStatus: (thread, status) =>
      change(() => call(updateComment, { params: params(thread), body: { version: thread.version, status } })),
    async remove(thread) {
      try {
        await call(deleteComment, { params: params(thread), query: { version: thread.version } });
        threads.value = (threads.value ?? []).filter(({ id }) => id !== thread.id);
      } catch (error) {
        if (isApiError(error, 'COMMENT_VERSION_CONFLICT', 'COMMENT_NOT_FOUND')) await load();
        throw error;
      }
    },
  };
}
