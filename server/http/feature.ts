import type { BlobRef } from '../core/blobs/types.ts';
import type { Route } from './route.ts';

/** An account that is deleted. */
export interface LeavingAccount {
  readonly accountId: string;
  /** Who takes over spaces, projects and what was shared with the team; null: nobody. */
  readonly transferTo: string | null;
}

/**
 * Removes what a feature has of an account, or hands it over. Runs again after a crash, and a last time before the account itself goes, so it does nothing where
 * nothing is left.
 */
export type EraseAccount = (account: LeavingAccount, signal: AbortSignal) => Promise<void>;

/** What a feature gives to the server, which folds all of them together: a new feature is one more in its list. */
export interface Feature {
  readonly routes: readonly Route[];
  /** Objects that it refers to; the start-up sweep removes those that nobody refers to. */
  readonly blobReferences?: () => AsyncIterable<{ accountId: string; ref: BlobRef }>;
  /** Ends what an earlier run has left unfinished; once, before requests are taken. */
  readonly settle?: () => Promise<void>;
  /** Removes what has expired; about once an hour. */
  readonly cleanUp?: () => Promise<void>;
  /** Removes what an account that is deleted has here. */
  readonly leave?: EraseAccount;
  /** Ends what is under way, beside the last requests. */
  readonly stop?: () => Promise<void>;
  /** Writes what waits and ends connections, after the last request. */
  readonly close?: () => Promise<void>;
}

/** A feature that gives these parts. */
export type Provides<Part extends keyof Feature = never> = Pick<Feature, 'routes'> & Required<Pick<Feature, Part>>;
