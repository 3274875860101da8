import { BUILT_IN_CATEGORIES } from '../../contract/categoryTable.ts';
import type { DetectorDefinition } from '../../contract/detectors.ts';
import type { SpanProposer } from '../recognizer.ts';
import { loadGliner } from './gliner.ts';
import { createLanguageModel } from './language/languageModel.ts';
import type { DetectionModel } from './model.ts';
import { openModelFolder } from './modelFolder.ts';
import { pluggedTimeMs } from './times.ts';
import { loadTokenClassifier } from './tokenClassifier.ts';
import { ModelFailure, unavailable } from './unavailable.ts';

/** The band of names, above the tagger's own (tagger/spans.ts): whoever adds a model trusts its bounds more. */
const PRIORITY = 42;

/** A proposer that holds something to be released. */
export interface PluggedDetector extends SpanProposer {
  /** Loads it now instead of with the first text. @throws AppError DETECTOR_UNAVAILABLE */
  load(): Promise<DetectionModel>;
  /** Lets go of the model. */
  release(): Promise<void>;
}

/**
 * A detector that the owner of the installation has added, from its definition. It loads with its first text; a load that fails
 * is tried again with the next one, so that a model server may start later.
 * @param modelsDir - folder that holds the folders of models
 */
export function createPluggedDetector(definition: DetectorDefinition, modelsDir: string): PluggedDetector {
  const { name, need } = definition;
  const id = `model:${name}`;
  let loading: Promise<DetectionModel> | null = null;
  let version: string | null = null;

  const named = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ModelFailure) throw unavailable(name, error.reason, error.cause);
      throw error;
    }
  };
  const load = (): Promise<DetectionModel> => {
    loading ??= named(async () => {
      const model = await loadModel(definition, modelsDir);
      ({ version } = model);
      return model;
    });
    loading.catch(() => (loading = null));
    return loading;
  };

  return {
    id,
    need,
    categories: categoriesOf(definition),
    get version() {
      return version;
    },
    load,
    async propose(view, _options, signal) {
      const endsAt = performance.now() + pluggedTimeMs(definition, view.text.length);
      const checkpoint = (): void => {
        signal?.throwIfAborted();
        if (performance.now() > endsAt) throw new ModelFailure('timeout');
      };
      const model = await load();
      const finds = await named(() => model.find(view, checkpoint, signal));
      return finds.map((find) => ({ ...find, priority: PRIORITY, sources: [id] }));
    },
    async release() {
      const model = await loading?.catch(() => undefined);
      loading = null;
      await model?.release();
    },
  };
}

function loadModel(definition: DetectorDefinition, modelsDir: string): Promise<DetectionModel> {
  switch (definition.kind) {
    case 'token_classification':
      return openModelFolder(modelsDir, definition.folder).then((folder) => loadTokenClassifier(folder, definition));
    case 'gliner':
      return openModelFolder(modelsDir, definition.folder).then((folder) => loadGliner(folder, definition));
    case 'language_model':
      return Promise.resolve(createLanguageModel(definition));
  }
}

/** The labels of a classifier are known once it is loaded, so it is asked whatever is switched on. */
function categoriesOf(definition: DetectorDefinition): readonly string[] {
  switch (definition.kind) {
    case 'token_classification':
      return BUILT_IN_CATEGORIES;
    case 'gliner':
      return [...new Set(Object.values(definition.labels))];
    case 'language_model':
      return definition.categories;
  }
}
