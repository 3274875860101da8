import * as contract from '../../../contract/documentView.ts';
import { route, type Route } from '../../../http/route.ts';
import type { Areas } from './areas.ts';
import type { Viewer } from './viewer.ts';

/** Every route of contract/documentView.ts. */
export function viewRoutes({ viewer, areas }: { readonly viewer: Viewer; readonly areas: Areas }): readonly Route[] {
  return [
    route(contract.getDocumentView, ({ principal, params }) => viewer.view(principal, params.id)),
    route(contract.getViewContent, ({ principal, params }) => viewer.content(principal, params.id, params.part)),
    route(contract.getPagePicture, ({ principal, params, query, signal }) =>
      viewer.picture(principal, params.id, params.part, query.width, signal),
    ),
    route(contract.listAreas, ({ principal, params }) => areas.list(principal, params.id)),
    route(contract.putArea, async ({ principal, params, body }) => ({
      area: await areas.put(principal, params.id, params.area_id, body),
    })),
    route(contract.deleteArea, ({ principal, params }) => areas.delete(principal, params.id, params.area_id)),
  ];
}
