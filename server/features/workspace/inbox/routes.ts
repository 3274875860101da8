import * as contract from '../../../contract/workspace/sharing.ts';
import { route, type Route } from '../../../http/route.ts';
import type { Inbox } from './inbox.ts';

export function inboxRoutes({ inbox }: { inbox: Inbox }): readonly Route[] {
  return [
    route(contract.listInbox, ({ principal, query }) =>
      inbox.list(principal, { ...query, unread: query.unread === '1' }),
    ),
    route(contract.markInbox, ({ principal, body }) => inbox.mark(principal, body)),
  ];
}
