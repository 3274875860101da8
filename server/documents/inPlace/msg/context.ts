import type { ChildOptions, OpenNesting } from '../container/children.ts';
import type { TextPart } from '../container/parts.ts';
import type { Report } from '../report.ts';
import type { PicturesInside } from '../pictures/picturesInside.ts';
import type { Sweeper } from '../sweep/createSweeper.ts';
import type { RewriteRequest, TextReplacement } from '../types.ts';
import type { Level } from './level.ts';
import type { PropertyNames } from './names.ts';
import type { Properties } from './properties.ts';

/** What of a message a text is, for a view of it. */
export type TextOrigin =
  /** Properties that all have this text: of the message, of its recipients, of a file in it. */
  | { readonly kind: 'properties'; readonly held: readonly { readonly level: Level; readonly id: number }[] }
  | {
      readonly kind: 'text';
      readonly html: string | Uint8Array | null;
      readonly rtf: Uint8Array | null;
      /** Words of pictures in it follow its text. */
      readonly hasPictures: boolean;
    }
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly name: string };

/** A text of the message. `apply` writes it with replacements in its own offsets; it is called for every part, also without replacements. */
export interface MessagePart extends TextPart {
  readonly origin: TextOrigin;
  /** The message it belongs to, which may be inside another. */
  readonly message: Properties;
  apply(replacements: readonly TextReplacement[]): Promise<void> | void;
}

/** What the reading of a message and of all messages in it share. */
export interface MessageContext {
  readonly report: Report;
  readonly nesting: OpenNesting;
  readonly options: ChildOptions;
  /** For pictures in its bodies; null: they are left out. */
  readonly pictures: PicturesInside | null;
  /** null while it is only read. */
  readonly request: RewriteRequest | null;
  readonly isCleaned: boolean;
  readonly sweeper: Sweeper;
  readonly names: PropertyNames;
  /** Properties of all storages, to be finished when every part was applied. */
  readonly opened: Properties[];
  /** What is left to do when every part was applied, before the properties are finished. */
  readonly closing: (() => void)[];
}
