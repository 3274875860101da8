import * as contract from '../../../contract/batches.ts';
import { route, type Route } from '../../../http/route.ts';
import type { BatchDownload } from './batchDownload.ts';
import type { Batches } from './batches.ts';

/** Every route of contract/batches.ts. */
export function batchRoutes({
  batches,
  download,
}: {
  readonly batches: Batches;
  readonly download: BatchDownload;
}): readonly Route[] {
  return [
    route(contract.createBatch, ({ principal, body, files, signal }) => batches.create(principal, files, body, signal)),
    route(contract.listBatches, async ({ principal, query }) => {
      const { items, cursor } = await batches.list(principal, query);
      return { batches: [...items], cursor };
    }),
    route(contract.getBatch, async ({ principal, params }) => ({
      batch: await batches.get(principal, params.id),
    })),
    route(contract.cancelBatch, async ({ principal, params }) => {
      await batches.cancel(principal, params.id);
      return { batch: await batches.get(principal, params.id) };
    }),
    route(contract.deleteBatch, ({ principal, params }) => batches.delete(principal, params.id)),
    route(contract.downloadBatch, ({ principal, params, signal }) => download(principal, params.id, signal)),
  ];
}
