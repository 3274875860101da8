import type { BlobRef } from '../../core/blobs/types.ts';
import type { DetectionOptions } from '../../detection/types.ts';
import type { Route } from '../../http/route.ts';
import { createBatchDownload } from './batches/batchDownload.ts';
import { createBatches } from './batches/batches.ts';
import { createFolderNames } from './batches/folderNames.ts';
import { batchRoutes } from './batches/batchRoutes.ts';
import { createDeanonymizer } from './deanonymizer.ts';
import { createAreas } from './documentView/areas.ts';
import { createViewer } from './documentView/viewer.ts';
import { viewRoutes } from './documentView/viewRoutes.ts';
import { createDocumentRestorer } from './exports/documentRestorer.ts';
import { createExporter } from './exports/exporter.ts';
import { createSharedText } from './exports/sharedText.ts';
import { createInOwnFormat } from './exports/inOwnFormat.ts';
import { createReporter } from './exports/report/reporter.ts';
import { createAnonymizeKind } from './jobs/anonymizeKind.ts';
import { createJobCreator } from './jobs/createJobs.ts';
import { createFileAnonymizer, type FileAnonymizer } from './jobs/fileAnonymizer.ts';
import { createJobNames } from './jobs/jobNames.ts';
import { createJobReader } from './jobs/jobReader.ts';
import { createJobRights } from './jobs/jobRights.ts';
import { createJobRemover } from './jobs/jobRemover.ts';
import { blobReferences } from './jobs/jobStorage.ts';
import { createJobTexts } from './jobs/jobTexts.ts';
import { settleOptions } from './jobs/options.ts';
import { createMappingVault, type MappingVault } from './mappings/mappingVault.ts';
import { createOriginals } from './mappings/originals.ts';
import { createReviewer } from './review/reviewer.ts';
import { createLeaving } from './leaving.ts';
import { anonymizationRoutes } from './routes.ts';
import { categoriesOf, createTerms } from './terms/terms.ts';
import type { AnonymizationDependencies } from './types.ts';

export {
  areaMigrations,
  batchMigrations,
  documentMigrations,
  mappingMigrations,
  migrations,
  originMigrations,
} from './migrations.ts';
export type { AnonymizationAudit, AnonymizationDependencies, DetectionSettings } from './types.ts';

/** Anonymization as createServer uses it. */
export interface Anonymization {
  readonly routes: readonly Route[];
  /** Objects that jobs refer to, for the start-up sweep. */
  readonly blobReferences: () => AsyncIterable<{ accountId: string; ref: BlobRef }>;
  /** Deletes finished jobs that are older than the installation keeps them; returns how many. To be called regularly. */
  readonly deleteExpiredJobs: () => Promise<number>;
  /** Anonymization of files that another feature keeps. */
  readonly files: FileAnonymizer;
  /** Removes what an account that is deleted has here. */
  readonly leave: (accountId: string, signal: AbortSignal) => Promise<void>;
  /** The replaced values of the accounts, for other ways of anonymizing. */
  readonly mappings: MappingVault;
  /** How texts of an account are searched outside of jobs: by its settings and terms as they are now. */
  readonly detectionOptions: (accountId: string) => Promise<DetectionOptions>;
}

/** Builds the feature and registers its kind of job; call it before the job runner starts. */
export function createAnonymization(dependencies: AnonymizationDependencies): Anonymization {
  const { database, vault, blobs, jobs, detector, documents, clock, audit } = dependencies;
  const texts = createJobTexts(blobs);
  const names = createJobNames(vault);
  const mappingVault = createMappingVault({ database, vault, clock });
  const terms = createTerms(dependencies);
  const kind = createAnonymizeKind({
    database,
    detector,
    documents,
    clock,
    texts,
    mappingVault,
    enabledTerms: terms.enabled,
  });
  jobs.register(kind);
  const batchKind = { ...kind, name: 'anonymize-batch', background: true };
  jobs.register(batchKind);
  const creator = createJobCreator({
    ...{ ...dependencies, texts, names, kind, batchKind },
    ownCategories: terms.ownCategories,
  });
  const rights = createJobRights(dependencies);
  const reader = createJobReader({ database, jobs, texts, names, rights });
  const remover = createJobRemover({ ...dependencies, reader, texts });
  const viewer = createViewer({ views: dependencies.views, reader, texts, names });
  const areas = createAreas({ database, vault, clock, audit, reader, viewer });
  const exporter = createExporter({
    ...{ database, documents, reader, names, texts, audit },
    inOwnFormat: createInOwnFormat({ documents, reader, texts, areasOf: (job) => areas.of(job) }),
    sharedText: createSharedText({ reader, viewer, areasOf: (job) => areas.of(job) }),
  });
  const detectionOptions = async (accountId: string): Promise<DetectionOptions> => {
    const settings = await dependencies.accountSettings(accountId);
    const enabled = await terms.enabled(accountId);
    const { language, ...options } = settleOptions({}, settings, categoriesOf(enabled));
    return { ...options, language: language ?? undefined, terms: enabled };
  };
  const batches = createBatches({ ...dependencies, creator, remover });
  const download = createBatchDownload({
    ...{ batches, exporter, reader, clock },
    folderNames: async (accountId, jobIds) =>
      createFolderNames({
        ...{ detector, mappings: mappingVault, options: await detectionOptions(accountId) },
        owners: jobIds.map((id) => ({ id, accountId })),
      }),
  });
  const originals = createOriginals({ database, mappingVault, rights });
  const jobRoutes = anonymizationRoutes({
    ...{ creator, reader, remover, exporter, terms },
    reviewer: createReviewer({ reader, texts, mappingVault, audit }),
    restoreDocument: createDocumentRestorer({ database, documents, originals, audit }),
    report: createReporter({ ...dependencies, reader, texts, areasOf: (job) => areas.of(job) }),
    deanonymize: createDeanonymizer({ database, originals, audit }),
  });
  return {
    routes: [...jobRoutes, ...viewRoutes({ viewer, areas }), ...batchRoutes({ batches, download })],
    blobReferences: () => blobReferences(database.db),
    async deleteExpiredJobs() {
      const removed = await remover.deleteExpired();
      await batches.deleteExpired();
      return removed;
    },
    leave: createLeaving(dependencies),
    files: createFileAnonymizer({ creator, remover, jobs }),
    mappings: mappingVault,
    detectionOptions,
  };
}
