import type { BlobRef } from '../../core/blobs/types.ts';
import type { Database } from '../../core/db/types.ts';
import type { DetectionOptions } from '../../detection/types.ts';
import type { Provides } from '../../http/feature.ts';
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
import { createExportKind } from './exports/exportKind.ts';
import { createExportRemover } from './exports/exportRemover.ts';
import { exportRoutes } from './exports/exportRoutes.ts';
import { createExports } from './exports/exports.ts';
import { exportReferences } from './exports/exportStorage.ts';
import { createExportWriter } from './exports/exportWriter.ts';
import { createObstacles } from './exports/obstacles.ts';
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

export { migrations } from './migrations.ts';
export type { AnonymizationAudit, AnonymizationDependencies, DetectionSettings } from './types.ts';

/** Anonymization as createServer uses it. */
export interface Anonymization extends Provides<'blobReferences' | 'cleanUp' | 'leave'> {
  /** Anonymization of files that another feature keeps. */
  readonly files: FileAnonymizer;
  /** The replaced values of the accounts, for other ways of anonymizing. */
  readonly mappings: MappingVault;
  /** How texts of an account are searched outside of jobs: by its settings and terms as they are now. */
  readonly detectionOptions: (accountId: string) => Promise<DetectionOptions>;
}

/** Builds the feature and registers its kinds of jobs; call it before the job runner starts. */
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
  const removeExports = createExportRemover({ jobs, texts });
  const remover = createJobRemover({ ...dependencies, reader, texts, removeExports });
  const viewer = createViewer({ views: dependencies.views, reader, texts, names });
  const areas = createAreas({ database, vault, clock, audit, reader, viewer });
  const writer = createExportWriter({
    ...{ documents, reader, names, texts },
    inOwnFormat: createInOwnFormat({ documents, reader, texts, areasOf: (job) => areas.of(job) }),
    sharedText: createSharedText({ reader, viewer, areasOf: (job) => areas.of(job) }),
  });
  const obstacles = createObstacles({ reader, viewer });
  const exporter = createExporter({ database, reader, writer, obstacles, audit });
  const exportKind = createExportKind({ database, vault, texts, writer, obstacles });
  jobs.register(exportKind);
  const exports = createExports({ ...dependencies, reader, texts, writer, kind: exportKind, removeExports });
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
    routes: [
      ...jobRoutes,
      ...exportRoutes(exports),
      ...viewRoutes({ viewer, areas }),
      ...batchRoutes({ batches, download }),
    ],
    blobReferences: () => references(database.db),
    async cleanUp() {
      await remover.deleteExpired();
      await batches.deleteExpired();
      await exports.deleteExpired();
    },
    leave: createLeaving(dependencies),
    files: createFileAnonymizer({ creator, remover, jobs }),
    mappings: mappingVault,
    detectionOptions,
  };
}

async function* references(db: Database['db']): AsyncGenerator<{ accountId: string; ref: BlobRef }> {
  yield* blobReferences(db);
  yield* exportReferences(db);
}
