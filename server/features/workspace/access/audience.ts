import type { Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { Principal } from '../../../http/types.ts';
import type { Viewers } from '../feed/viewers.ts';
import type { NodeRow } from '../storage/nodes.ts';

/** Rights 1: an agent brings nothing into a place that more people can read than the place where it was. */
export interface Audience {
  /**
   * @param place - where the node, or its copy, will lie
   * @throws AppError FORBIDDEN
   */
  check(
    db: Db,
    principal: Principal,
    node: NodeRow,
    place: { readonly spaceId: string; readonly parentId: string | null },
  ): Promise<void>;
}

export function createAudience({ viewers }: { readonly viewers: Viewers }): Audience {
  return {
    async check(db, principal, node, place) {
      if (principal.agent === null) return;
      const [origin] = await viewers.ofNodes(db, [node]);
      const readers = await viewers.ofPlace(db, place);
      if (readers.every((user) => origin?.viewers.has(user) === true)) return;
      throw new AppError('FORBIDDEN', 'The key of an agent cannot bring a file to where more people read it.', {
        details: { reason: 'agent' },
      });
    },
  };
}
