import * as contract from '../../../contract/workspace/sharing.ts';
import type { Database } from '../../../core/db/types.ts';
import { route, type Route } from '../../../http/route.ts';
import type { Access } from '../access/access.ts';
import type { Projects } from './projects.ts';
import type { Shares } from './shares.ts';

export interface SharingServices {
  readonly database: Database;
  readonly access: Access;
  readonly shares: Shares;
  readonly projects: Projects;
}

/** Routes of shares, folder locks and projects. */
export function sharingRoutes({ database, access, shares, projects }: SharingServices): readonly Route[] {
  return [
    route(contract.listShares, ({ principal, params, query }) => shares.list(principal, params.id, query)),
    route(contract.grantShare, ({ principal, params, body }) => shares.grant(principal, params.id, body)),
    route(contract.revokeShare, ({ principal, params, query }) => shares.revoke(principal, params.id, query.shareId)),
    route(contract.agentLock, async ({ principal, params }) => {
      const { lock } = await access.find(database.db, principal, params.id);
      const { read, write, readInherited, writeInherited } = lock;
      return { read, write, readGeerbt: readInherited, writeGeerbt: writeInherited };
    }),
    route(contract.listProjects, async ({ principal, query }) => {
      const { items, cursor } = await projects.list(principal, query);
      return { projects: [...items], cursor };
    }),
    route(contract.createProject, async ({ principal, body }) => ({
      project: await projects.create(principal, body.name),
    })),
    route(contract.getProject, async ({ principal, params }) => ({
      project: await projects.get(principal, params.id),
    })),
    route(contract.updateProject, async ({ principal, params, body }) => ({
      project: await projects.rename(principal, params.id, body.name),
    })),
    route(contract.deleteProject, ({ principal, params }) => projects.remove(principal, params.id)),
    route(contract.setProjectMember, async ({ principal, params, body }) => ({
      project: await projects.setMember(principal, params.id, body),
    })),
    route(contract.removeProjectMember, ({ principal, params }) =>
      projects.removeMember(principal, params.id, params.userId),
    ),
  ];
}
