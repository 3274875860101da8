import * as contract from '../../../contract/gateway/index.ts';
import { type Route, route } from '../../../http/route.ts';
import type { ResponseService } from './responses.ts';

/** Routes of stored responses, below both addresses. */
export function responseRoutes(responses: ResponseService): Route[] {
  return [
    ...[contract.getResponse, contract.getAnonymousResponse].map((endpoint) =>
      route(endpoint, ({ principal, params }) => responses.find(principal.accountId, params.id)),
    ),
    ...[contract.deleteResponse, contract.deleteAnonymousResponse].map((endpoint) =>
      route(endpoint, async ({ principal, params }) => {
        await responses.remove(principal.accountId, params.id);
        return { id: params.id, object: 'response' as const, deleted: true as const };
      }),
    ),
    ...[contract.listResponseItems, contract.listAnonymousResponseItems].map((endpoint) =>
      route(endpoint, ({ principal, params, query }) => responses.inputItems(principal.accountId, params.id, query)),
    ),
  ];
}
