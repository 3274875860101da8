import type { AroundMembership } from './sharing/membership.ts';
import type { Provides } from '../../http/feature.ts';
import type { Principal } from '../../http/types.ts';
import { createAccess } from './access/access.ts';
import { createAudience } from './access/audience.ts';
import { createActivity } from './activity/activity.ts';
import { activityRoutes } from './activity/routes.ts';
import { createAnchorSeal } from './comments/anchors/anchor.ts';
import { createAnchorKeeper } from './comments/anchors/keeper.ts';
import { createComments } from './comments/comments.ts';
import { createCommentNotifier } from './comments/notifier.ts';
import { createCommentPresenter } from './comments/presenter.ts';
import { commentRoutes } from './comments/routes.ts';
import { createNodeAnonymization } from './content/anonymization.ts';
import { createBusy } from './content/busy.ts';
import { createCreator } from './content/creator.ts';
import { createDownloads, type Downloads } from './content/downloads.ts';
import { createObjects } from './content/objects.ts';
import { contentRoutes } from './content/routes.ts';
import { createContentWriter } from './content/writer.ts';
import { createFeed } from './feed/feed.ts';
import { createFeedReader } from './feed/reader.ts';
import { createViewers } from './feed/viewers.ts';
import { createOverview } from './finding/overview.ts';
import { createImages } from './images/images.ts';
import { imageRoutes } from './images/routes.ts';
import { createImageUses } from './images/uses.ts';
import { createCopyObject } from './leaving/copyObject.ts';
import { createLeaving } from './leaving/leaving.ts';
import { createNodeMove } from './leaving/nodeMove.ts';
import { createSpaceTransfer } from './leaving/spaceTransfer.ts';
import { createIndexing } from './finding/indexing.ts';
import { findingRoutes } from './finding/routes.ts';
import { createSearch } from './finding/search.ts';
import { createSpaceIndex } from './finding/spaceIndex.ts';
import { createWordIndex } from './finding/wordIndex.ts';
import { createInbox } from './inbox/inbox.ts';
import { inboxRoutes } from './inbox/routes.ts';
import { createNodeNames } from './nodes/names.ts';
import { createPresenter } from './nodes/presenter.ts';
import { createNodeReader } from './nodes/reader.ts';
import { createRenaming } from './nodes/renaming.ts';
import { nodeRoutes } from './nodes/routes.ts';
import { createTrash } from './nodes/trash.ts';
import { createTree } from './nodes/tree.ts';
import { createPaths } from './paths/createPaths.ts';
import { pathRoutes } from './paths/routes.ts';
import { createAroundMembership } from './sharing/membership.ts';
import { createProjects } from './sharing/projects.ts';
import { sharingRoutes } from './sharing/routes.ts';
import { createShares } from './sharing/shares.ts';
import { createSpaces } from './spaces/spaces.ts';
import { createCommits } from './storage/commits.ts';
import { blobReferences } from './storage/references.ts';
import { uploadRoutes } from './uploads/routes.ts';
import { createUploadSessions } from './uploads/sessions.ts';
import { createUploadTargets } from './uploads/targets.ts';
import type { WorkspaceDependencies } from './types.ts';
import { createConsent } from './versions/consent.ts';
import { createDiffer } from './versions/differ.ts';
import { createVersionPresenter } from './versions/presenter.ts';
import { createRestoreRequests } from './versions/requests.ts';
import { createRestorer } from './versions/restorer.ts';
import { versionRoutes } from './versions/routes.ts';
import { createVersions } from './versions/versions.ts';
import { createRestoreWriting } from './versions/writing.ts';

export { migrations } from './migrations.ts';
export type { NodeAnonymizer, WorkspaceDependencies } from './types.ts';

/** Earlier states kept of each file; pinned ones do not count (decisions 5). */
const MAX_VERSIONS = 50;

/** The file workspace as createServer uses it. */
export interface Workspace extends Provides<'blobReferences' | 'cleanUp' | 'leave'> {
  /** Runs a change of a group's members and tells those whose view changes with it. */
  readonly aroundMembership: AroundMembership;
  /** Those of these nodes that the caller may read. */
  readonly readableNodes: (principal: Principal, nodeIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Present content of a file that the caller may read. */
  readonly readFile: Downloads['present'];
}

export function createWorkspace(dependencies: WorkspaceDependencies): Workspace {
  const { vault, clock, logger, audit, blobs, directory, anonymizer, inspector, thumbnails, texts } = dependencies;
  const { database, answering } = createCommits(dependencies.database);
  const names = createNodeNames(vault);
  const access = createAccess({ directory });
  const viewers = createViewers({ directory });
  const audience = createAudience({ viewers });
  const feed = createFeed({ vault, names, viewers, clock });
  const spaces = createSpaces({ clock, limits: dependencies.limits });
  const objects = createObjects({ blobs, logger });
  const busy = createBusy();
  const presenter = createPresenter({ names, directory, anonymizer });
  const reader = createNodeReader({ database, access, names, presenter });
  const renaming = createRenaming({ objects, inspector });
  const tree = createTree({ database, clock, access, feed, names, spaces, renaming, audience });
  const trash = createTrash({ database, clock, access, audit, feed, names, spaces, tree, objects, busy, anonymizer });
  const seal = createAnchorSeal(vault);
  const keeper = createAnchorKeeper({ database, objects, texts, seal });
  const words = createWordIndex({ vault });
  const indexing = createIndexing({ database, jobs: dependencies.jobs, objects, texts, words });
  const writer = createContentWriter({
    ...{ database, clock, access, feed, names, spaces, tree, objects, busy, inspector, thumbnails },
    listeners: [keeper, indexing, createImageUses({ access, texts })],
    maxVersions: MAX_VERSIONS,
  });
  const creator = createCreator({ tree, writer, blank: dependencies.blank });
  const shares = createShares({ database, clock, access, audit, directory, feed, names });
  const projects = createProjects({ database, vault, clock, audit, directory, feed, objects, anonymizer });
  const feedReader = createFeedReader({ database, vault, access });
  const search = createSearch({
    ...{ database, access, names, presenter, directory, words },
    index: createSpaceIndex({ names }),
  });
  const downloads = createDownloads({ database, access, names, objects });
  const sessions = createUploadSessions({
    ...{ database, vault, clock, spaces, objects, inspector, directory, writer, reader },
    targets: createUploadTargets({ access, tree }),
  });
  const { workbooks } = dependencies;
  const paths = createPaths({
    ...{
      database,
      access,
      names,
      presenter,
      tree,
      trash,
      renaming,
      writer,
      objects,
      inspector,
      texts,
      workbooks,
      audience,
    },
  });
  const images = createImages({
    ...{ database, clock, access, spaces, objects, inspector },
    fetchImage: dependencies.fetchImage,
  });
  const anonymization = createNodeAnonymization({ database, clock, access, names, objects, anonymizer, logger });
  const comments = createComments({
    ...{ database, clock, access, keeper, seal },
    presenter: createCommentPresenter({ vault, directory, seal }),
    tell: createCommentNotifier({ viewers }),
  });
  const versionPresenter = createVersionPresenter({ vault, names, directory });
  const writing = createRestoreWriting({ database, clock, writer, objects });
  const consent = createConsent({ viewers, directory });
  const requests = createRestoreRequests({
    ...{ database, clock, access, audit, consent, directory, writing },
    presenter: versionPresenter,
  });
  const versions = {
    versions: createVersions({ database, access, presenter: versionPresenter, maxVersions: MAX_VERSIONS }),
    restorer: createRestorer({ database, clock, access, objects, consent, requests, writing }),
    requests,
    differ: createDiffer({ database, access, objects, texts }),
  };
  const inbox = createInbox({ database, clock, access, names, directory });
  const activity = createActivity({ database, vault, access, names, directory });
  const overview = createOverview({ database, access, activity, directory, presenter, reader, search });
  const copyObject = createCopyObject(blobs);
  const moveNode = createNodeMove({
    ...{ database, vault, copyObject, objects, names, busy },
    reindex: (db, node) => indexing.reindex(db, node),
  });
  const { languageOf } = dependencies;
  const leave = createLeaving({
    ...{ database, clock, feed, objects, projects, copyObject, spaces },
    transferSpace: createSpaceTransfer({ database, vault, clock, feed, moveNode, languageOf }),
  });
  return {
    leave: async (member, signal) => {
      await leave(member, signal);
      dependencies.jobs.wake();
    },
    routes: [
      ...nodeRoutes({ tree, trash, reader }),
      ...contentRoutes({ writer, creator, downloads, anonymization, reader }),
      ...pathRoutes({ ...paths, reader }),
      ...uploadRoutes({ sessions, publicUrl: dependencies.publicUrl }),
      ...imageRoutes({ images }),
      ...sharingRoutes({ database, access, shares, projects }),
      ...versionRoutes(versions),
      ...commentRoutes({ comments }),
      ...inboxRoutes({ inbox }),
      ...activityRoutes({ activity }),
      ...findingRoutes({ database, access, feedReader, search, overview, spaces }),
    ].map(answering),
    blobReferences: () => blobReferences(database.db),
    async cleanUp() {
      await sessions.removeExpired();
      await requests.expire();
    },
    aroundMembership: createAroundMembership({ feed }),
    readableNodes: async (principal, nodeIds) =>
      new Set((await access.lookAll(database.db, principal, nodeIds)).keys()),
    readFile: (principal, id) => downloads.present(principal, id),
  };
}
