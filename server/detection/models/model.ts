import type { BuiltInCategory } from '../../contract/categoryTable.ts';
import type { TextView } from '../recognizer.ts';

/** A find of a model. Offsets are UTF-16 code units. */
export interface ModelFind {
  readonly start: number;
  readonly end: number;
  readonly category: BuiltInCategory;
  /** 0 to 1. */
  readonly confidence: number;
}

/** Checked between the parts of a text; throws when the work has to end. */
export type Checkpoint = () => void;

/** A loaded detector of any kind. */
export interface DetectionModel {
  /** What jobs record: a digest of the model file, or the name of a language model. */
  readonly version: string;
  /** Every label the model knows, with the category it becomes. */
  readonly labels: readonly { readonly label: string; readonly category: BuiltInCategory | null }[];
  /** @throws ModelFailure when the model cannot do it; what the checkpoint or the signal throws */
  find(view: TextView, checkpoint: Checkpoint, signal?: AbortSignal): Promise<readonly ModelFind[]>;
  release(): Promise<void>;
}
