import { documentError } from '../../failures.ts';
import { DOCUMENT_LIMITS } from '../../limits.ts';
import type { PicturesInside } from '../pictures/picturesInside.ts';
import type { Sweeper } from '../sweep/createSweeper.ts';
import type { Report } from '../report.ts';
import type { Segment } from '../text/pieces.ts';

/** Bounds the XML that is read of a document and of all that is embedded in it. */
export interface Budget {
  /** @throws AppError ZIP_RATIO_SUSPICIOUS */
  take(bytes: number): void;
}

export function createBudget(total: number = DOCUMENT_LIMITS.xmlTotalBytes): Budget {
  let left = total;
  return {
    take(bytes) {
      left -= bytes;
      if (left < 0) throw documentError('ZIP_RATIO_SUSPICIOUS');
    },
  };
}

/** What the reading of a package and of the packages inside it share. */
export interface ScanContext {
  /** null: nothing is cleaned, values are only put back. */
  readonly sweeper: Sweeper | null;
  readonly report: Report;
  readonly budget: Budget;
  readonly signal: AbortSignal;
  /** null: pictures are left out. */
  readonly pictures: PicturesInside | null;
  /** 0 for the document itself, 1 for what is embedded in it, … */
  readonly depth: number;
  /** Reads a package that is embedded in the document; null when it cannot be looked into. */
  readonly openEmbedded: (bytes: Uint8Array, context: ScanContext) => Promise<ScannedPackage | null>;
}

/** A package that was read and can be written with the changes made to its nodes. */
export interface ScannedPackage {
  readonly segments: readonly Segment[];
  /** Carries new texts of nodes to the places that follow from them; tells whether any part has changed. Called once, after the nodes got their texts. */
  finish(): Promise<boolean>;
  /** Called once, after `finish`. */
  write(): Promise<Uint8Array>;
}

/** Reads a package of one format. Throws AppError UNREADABLE_FILE, UNSUPPORTED_TYPE, PASSWORD_PROTECTED, ZIP_RATIO_SUSPICIOUS. */
export type PackageScanner = (bytes: Uint8Array, context: ScanContext) => Promise<ScannedPackage>;
