import type { RestoreRequest, VersionRecord } from '../../../contract/workspace/versions.ts';
import type { Db } from '../../../core/db/types.ts';
import type { Vault } from '../../../core/vault/types.ts';
import type { Principal } from '../../../http/types.ts';
import type { NodeNames } from '../nodes/names.ts';
import type { NodeRow } from '../storage/nodes.ts';
import type { RestoreRequestRow } from '../storage/restoreRequests.ts';
import type { VersionRow } from '../storage/versions.ts';
import type { Directory } from '../types.ts';

/** What the encrypted label of a version is bound to. */
export const labelBoundTo = (id: string): string => `versions/${id}/label`;

/** Versions and requests in the shape of the interface. */
export interface VersionPresenter {
  versions(db: Db, node: NodeRow, versions: readonly VersionRow[]): Promise<VersionRecord[]>;
  sealLabel(node: NodeRow, version: VersionRow, label: string | null): Promise<Uint8Array | null>;
  request(db: Db, principal: Principal, node: NodeRow, request: RestoreRequestRow): Promise<RestoreRequest>;
}

/** Team roles that may restore without the consent of others (decisions 5). Consent is a matter of people, not of their agents. */
export function mayOverride({ role, agent }: Principal): boolean {
  return agent === null && (role === 'owner' || role === 'admin');
}

export function createVersionPresenter({
  vault,
  names,
  directory,
}: {
  vault: Vault;
  names: NodeNames;
  directory: Pick<Directory, 'people'>;
}): VersionPresenter {
  return {
    async versions(db, { spaceId }, versions) {
      const people = await directory.people(db, [...new Set(versions.map(({ authorId }) => authorId))]);
      const open = await vault.textOpenerFor(spaceId);
      return versions.map((version): VersionRecord => ({
        id: version.id,
        revision: version.revision,
        size_bytes: version.sizeBytes,
        actor: version.actor,
        agent_id: version.agent?.id ?? null,
        author: { id: version.authorId, name: people.get(version.authorId)?.name ?? '' },
        agent: version.agent,
        author_source: version.authorSource,
        pinned: version.pinned,
        label: version.label && open(labelBoundTo(version.id), version.label),
        created_at: version.createdAt,
      }));
    },

    sealLabel: async ({ spaceId }, version, label) =>
      label === null ? null : vault.encryptText(spaceId, labelBoundTo(version.id), label),

    async request(db, principal, node, request) {
      const { requestedBy, askedOf, answeredBy } = request;
      const people = await directory.people(db, [requestedBy, askedOf, ...(answeredBy === null ? [] : [answeredBy])]);
      const person = (id: string) => ({ id, name: people.get(id)?.name ?? '' });
      return {
        id: request.id,
        nodeId: node.id,
        nodeName: await names.open(node),
        revision: request.revision,
        currentRevision: request.currentRevision,
        status: request.status,
        requestedBy: person(requestedBy),
        askedOf: person(askedOf),
        answeredBy: answeredBy === null ? null : person(answeredBy),
        canOverride: mayOverride(principal),
        createdAt: request.createdAt,
        expiresAt: request.expiresAt,
        answeredAt: request.answeredAt,
      };
    },
  };
}
