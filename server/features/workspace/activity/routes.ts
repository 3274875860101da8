import * as contract from '../../../contract/workspace/sharing.ts';
import { route, type Route } from '../../../http/route.ts';
import type { Activity } from './activity.ts';

export function activityRoutes({ activity }: { activity: Activity }): readonly Route[] {
  return [
    route(contract.nodeActivity, async ({ principal, params, query }) => {
      const { items, cursor } = await activity.ofNode(principal, params.id, query);
      return { activity: [...items], cursor };
    }),
  ];
}
