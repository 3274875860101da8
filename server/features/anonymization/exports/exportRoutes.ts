import * as contract from '../../../contract/exports.ts';
import { route, type Route } from '../../../http/route.ts';
import type { Exports } from './exports.ts';

/** Every route of contract/exports.ts. */
export function exportRoutes(exports: Exports): readonly Route[] {
  return [
    route(contract.createExport, async ({ principal, params, body }) => ({
      export: await exports.create(principal, params.id, body),
    })),
    route(contract.getExport, async ({ principal, params }) => ({
      export: await exports.get(principal, params.id, params.export_id),
    })),
    route(contract.downloadExport, ({ principal, params }) => exports.download(principal, params.id, params.export_id)),
    route(contract.deleteExport, ({ principal, params }) => exports.delete(principal, params.id, params.export_id)),
  ];
}
