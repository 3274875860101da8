import * as contract from '../../../contract/workspace/versions.ts';
import { preconditionOf } from '../../../http/entityTags.ts';
import { route, type Route } from '../../../http/route.ts';
import type { Differ } from './differ.ts';
import type { RestoreRequests } from './requests.ts';
import type { Restorer } from './restorer.ts';
import type { Versions } from './versions.ts';

export interface VersionServices {
  readonly versions: Versions;
  readonly restorer: Restorer;
  readonly requests: RestoreRequests;
  readonly differ: Differ;
}

/** Routes of versions, of the consent to restoring them, and of differences. */
export function versionRoutes({ versions, restorer, requests, differ }: VersionServices): readonly Route[] {
  return [
    route(contract.listVersions, ({ principal, query }) => versions.list(principal, query)),
    route(contract.restoreVersion, ({ principal, body, header }) =>
      restorer.restore(principal, body, preconditionOf(header)),
    ),
    route(contract.updateVersion, async ({ principal, params, body }) => ({
      version: await versions.change(principal, params.id, body),
    })),
    route(contract.getRestoreRequest, async ({ principal, params }) => ({
      request: await requests.get(principal, params.id),
    })),
    route(contract.answerRestoreRequest, ({ principal, params, body, header }) =>
      requests.answer(principal, params.id, body.action, preconditionOf(header)),
    ),
    route(contract.diffNode, ({ principal, params, query, signal }) =>
      differ.compare(principal, params.id, query.revision, signal),
    ),
  ];
}
