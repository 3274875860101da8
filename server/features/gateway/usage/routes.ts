import * as contract from '../../../contract/gatewayUsage.ts';
import { type Route, route } from '../../../http/route.ts';
import type { UsageReport } from './report.ts';

/** Routes that tell what requests to models cost. */
export function usageRoutes(report: UsageReport): Route[] {
  return [
    route(contract.getAccountUsage, async ({ principal, query }) => {
      const { items, cursor } = await report.list({ ...query, accountId: principal.accountId });
      return { usage: items.map((entry) => contract.usageEntry.parse(entry)), cursor };
    }),
    route(contract.getTeamUsage, async ({ query }) => {
      const { items, cursor } = await report.list(query);
      return { usage: [...items], cursor };
    }),
  ];
}
