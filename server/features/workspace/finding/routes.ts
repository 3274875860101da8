import * as contract from '../../../contract/workspace/finding.ts';
import type { Database } from '../../../core/db/types.ts';
import { route, type Route } from '../../../http/route.ts';
import type { Access } from '../access/access.ts';
import type { FeedReader } from '../feed/reader.ts';
import type { Spaces } from '../spaces/spaces.ts';
import type { Search } from './search.ts';

export interface FindingServices {
  readonly database: Database;
  readonly access: Access;
  readonly feedReader: FeedReader;
  readonly search: Search;
  readonly spaces: Spaces;
}

/** Routes that find nodes: search, the change feed, and how much is stored. */
export function findingRoutes({ database, access, feedReader, search, spaces }: FindingServices): readonly Route[] {
  return [
    route(contract.searchNodes, ({ principal, query }) => search.find(principal, query)),
    route(contract.delta, ({ principal, query }) => feedReader.read(principal, query)),
    route(contract.usage, async ({ principal, query }) => {
      const { spaceId } = await access.space(database.db, principal, query.projectId);
      const { maxBytes, maxFiles } = spaces.limits;
      return { ...(await spaces.usage(database.db, spaceId)), maxBytes, maxFiles };
    }),
  ];
}
