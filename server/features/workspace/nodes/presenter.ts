import type { Breadcrumb, NodeAnonymizationStatus, WorkspaceNode } from '../../../contract/workspace/node.ts';
import type { Db } from '../../../core/db/types.ts';
import type { Principal } from '../../../http/types.ts';
import type { NodeAccess } from '../access/access.ts';
import { type Anonymization, countChildren, type NodeRow } from '../storage/nodes.ts';
import { sharesOn } from '../storage/shares.ts';
import { starredOf } from '../storage/stars.ts';
import type { Directory, NodeAnonymizer } from '../types.ts';
import type { NodeNames } from './names.ts';

/** Nodes in the shape of the interface, as one caller sees them. */
export interface Presenter {
  one(db: Db, principal: Principal, access: NodeAccess): Promise<WorkspaceNode>;
  /** In the order given. */
  many(db: Db, principal: Principal, accesses: readonly NodeAccess[]): Promise<WorkspaceNode[]>;
  /** The folders that the caller sees down to this one. */
  breadcrumbs(access: NodeAccess): Promise<Breadcrumb[]>;
}

export function createPresenter({
  names,
  directory,
  anonymizer,
}: {
  names: NodeNames;
  directory: Pick<Directory, 'people'>;
  anonymizer: Pick<NodeAnonymizer, 'states'>;
}): Presenter {
  const presenter: Presenter = {
    async one(db, principal, access) {
      const [node] = await presenter.many(db, principal, [access]);
      return node!;
    },

    async many(db, principal, accesses) {
      const nodes = accesses.map(({ node }) => node);
      const ids = nodes.map(({ id }) => id);
      const spaceIds = [...new Set(nodes.map(({ spaceId }) => spaceId))];
      const counts = await countChildren(
        db,
        nodes.filter(({ type }) => type === 'folder').map(({ id }) => id),
      );
      const starred = await starredOf(db, principal.accountId, ids);
      const shared = new Set((await sharesOn(db, ids)).map(({ nodeId }) => nodeId));
      const owners = await directory.people(db, spaceIds);
      const jobs = await anonymizer.states(
        db,
        nodes.flatMap(({ anonymization }) => {
          const { jobId = null, accountId = '' } = anonymization ?? {};
          return jobId === null ? [] : [{ jobId, accountId }];
        }),
      );
      const spaceNames = new Map(
        await Promise.all(spaceIds.map(async (spaceId) => [spaceId, await names.of(spaceId)] as const)),
      );
      return Promise.all(
        accesses.map(async ({ node, role, above, seesRoot }): Promise<WorkspaceNode> => {
          const owner = owners.get(node.spaceId);
          return {
            id: node.id,
            parentId: node.parentId !== null && (above.length > 0 || seesRoot) ? node.parentId : null,
            // A space without a person is a project's.
            projectId: owner === undefined ? node.spaceId : null,
            mountId: null,
            type: node.type,
            name: spaceNames.get(node.spaceId)!.open(node),
            kind: node.file?.kind ?? null,
            ...(node.file && {
              mimeType: node.file.mimeType,
              sizeBytes: node.file.sizeBytes,
              revision: node.file.revision,
            }),
            role,
            starred: starred.has(node.id),
            color: node.color,
            icon: node.icon,
            description: node.description && (await names.openText(node, 'description', node.description)),
            trashedAt: node.trashedAt,
            childCount: node.type === 'folder' ? (counts.get(node.id) ?? 0) : null,
            thumbnailState: node.thumbnailState,
            ...anonymizationFields(node, jobs, principal),
            agentRead: node.agentRead,
            agentWrite: node.agentWrite,
            shared: shared.has(node.id),
            owner: owner === undefined ? null : { id: owner.id, name: owner.name },
            createdAt: node.createdAt,
            updatedAt: node.updatedAt,
          };
        }),
      );
    },

    breadcrumbs: (access) => {
      const folders = access.node.type === 'folder' ? [...access.above, access.node] : access.above;
      return Promise.all(folders.map(async (folder) => ({ id: folder.id, name: await names.open(folder) })));
    },
  };
  return presenter;
}

const STATUS = Object.freeze({ processing: 'processing', completed: 'ready', failed: 'failed' } as const);

function stateOf({ jobId }: Anonymization, jobs: ReadonlyMap<string, 'processing' | 'completed' | 'failed'>) {
  return jobId === null ? 'failed' : jobs.get(jobId);
}

/** decisions 5; a job that was deleted leaves a file that is not anonymized. */
function anonymizationFields(
  { anonymization, file }: NodeRow,
  jobs: ReadonlyMap<string, 'processing' | 'completed' | 'failed'>,
  principal: Principal,
) {
  const state = anonymization === null ? undefined : stateOf(anonymization, jobs);
  if (anonymization === null || state === undefined) {
    return {
      isAnonymized: false,
      anonymizationStatus: 'none' as const,
      anonymizationStale: false,
      anonymizationJobId: null,
    };
  }
  const anonymizationStatus: NodeAnonymizationStatus = STATUS[state];
  return {
    isAnonymized: state === 'completed',
    anonymizationStatus,
    anonymizationStale: anonymization.revision !== file?.revision,
    anonymizationJobId: anonymization.accountId === principal.accountId ? anonymization.jobId : null,
  };
}
