import type { PlainWorkbook } from '../../contract/workspace/fs.ts';
import { workerTask } from '../../core/workers/task.ts';
import { findObstacles, type Obstacle } from './obstacles.ts';
import { writeWorkbook } from './writeWorkbook.ts';

export type WorkbookOrder =
  | { readonly kind: 'write'; readonly workbook: PlainWorkbook }
  | { readonly kind: 'inspect'; readonly bytes: Uint8Array };

export interface WorkbookResult {
  /** Of `write`; else empty. */
  readonly bytes: Uint8Array;
  /** Of `inspect`; else empty. */
  readonly obstacles: readonly Obstacle[];
}

export default workerTask<WorkbookOrder, WorkbookResult, number>(async (order, { post }) => {
  post(0);
  return order.kind === 'write'
    ? { bytes: writeWorkbook(order.workbook), obstacles: [] }
    : { bytes: new Uint8Array(), obstacles: await findObstacles(order.bytes) };
});
