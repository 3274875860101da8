import * as contract from '../../../contract/workspace/finding.ts';
import type { Database } from '../../../core/db/types.ts';
import { route, type Route } from '../../../http/route.ts';
import type { Access } from '../access/access.ts';
import type { FeedReader } from '../feed/reader.ts';
import type { Spaces } from '../spaces/spaces.ts';
import type { Overview } from './overview.ts';
import type { Search } from './search.ts';

/** `2026-11-21` */
const DAY_CHARACTERS = 10;

export interface FindingServices {
  readonly database: Database;
  readonly access: Access;
  readonly feedReader: FeedReader;
  readonly search: Search;
  readonly overview: Overview;
  readonly spaces: Spaces;
}

/** Routes that find nodes: search, ready-made lists, the change feed, and how much is stored. */
export function findingRoutes(services: FindingServices): readonly Route[] {
  const { database, access, feedReader, search, overview, spaces } = services;
  return [
    route(contract.searchNodes, ({ principal, query: { modifiedFrom, modifiedTo, ...query } }) =>
      search.find(principal, { ...query, modified: timeSpan(modifiedFrom, modifiedTo) }),
    ),
    route(contract.overview, ({ principal, query }) => overview.show(principal, query)),
    route(contract.delta, ({ principal, query }) => feedReader.read(principal, query)),
    route(contract.usage, async ({ principal, query }) => {
      const { spaceId } = await access.space(database.db, principal, query.projectId);
      const { maxBytes, maxFiles } = spaces.limits;
      return { ...(await spaces.usage(database.db, spaceId)), maxBytes, maxFiles };
    }),
  ];
}

/** Milliseconds since 1970; of a day alone the first or the last one. */
function timeSpan(from: string | undefined, to: string | undefined): { from: number; to: number } {
  const isDay = to?.length === DAY_CHARACTERS;
  return {
    from: from === undefined ? -Infinity : parseUtc(from),
    to: to === undefined ? Infinity : parseUtc(isDay ? `${to}T23:59:59.999Z` : to),
  };
}

/** A time without an offset is UTC, wherever the server stands. */
function parseUtc(time: string): number {
  return Date.parse(
    (/[Tt]/.test(time) && /(?:[Zz]|[+-]\d\d:?\d\d)$/.test(time)) || time.length === DAY_CHARACTERS ? time : `${time}Z`,
  );
}
