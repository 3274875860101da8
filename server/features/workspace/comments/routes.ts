import * as contract from '../../../contract/workspace/comments.ts';
import { route, type Route } from '../../../http/route.ts';
import type { Comments } from './comments.ts';

export function commentRoutes({ comments }: { comments: Comments }): readonly Route[] {
  return [
    route(contract.listComments, ({ principal, params, query }) => comments.list(principal, params.id, query)),
    route(contract.createComment, async ({ principal, params, body }) => ({
      comment: await comments.begin(principal, params.id, body),
    })),
    route(contract.updateComment, async ({ principal, params, body }) => ({
      comment: await comments.update(principal, params, body),
    })),
    route(contract.addCommentMessage, async ({ principal, params, body }) => ({
      comment: await comments.reply(principal, params, body),
    })),
    route(contract.deleteComment, ({ principal, params, query }) => comments.remove(principal, params, query.version)),
  ];
}
