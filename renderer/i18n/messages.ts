import type account from './en/account.json';
import type anonymize from './en/anonymize.json';
import type categories from './en/categories.json';
import type chat from './en/chat.json';
import type deanonymize from './en/deanonymize.json';
import type detectors from './en/detectors.json';
import type errors from './en/errors.json';
import type frame from './en/frame.json';
import type history from './en/history.json';
import type jobs from './en/jobs.json';
import type providers from './en/providers.json';
import type review from './en/review.json';
import type secondFactor from './en/secondFactor.json';
import type settings from './en/settings.json';
import type ui from './en/ui.json';
import type welcome from './en/welcome.json';
import type workspace from './en/workspace.json';
import type workspaceFile from './en/workspaceFile.json';

/** All texts of the interface in one language: one JSON file per feature, named by its key here. */
export interface Messages {
  account: typeof account;
  anonymize: typeof anonymize;
  categories: typeof categories;
  chat: typeof chat;
  deanonymize: typeof deanonymize;
  detectors: typeof detectors;
  errors: typeof errors;
  frame: typeof frame;
  history: typeof history;
  jobs: typeof jobs;
  providers: typeof providers;
  review: typeof review;
  secondFactor: typeof secondFactor;
  settings: typeof settings;
  ui: typeof ui;
  welcome: typeof welcome;
  workspace: typeof workspace;
  workspaceFile: typeof workspaceFile;
}

type Paths<T, Prefix extends string> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Paths<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/** Every key of a text, for example `ui.close`. */
export type MessageKey = Paths<Messages, ''>;
