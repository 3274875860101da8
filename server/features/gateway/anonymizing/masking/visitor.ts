import type { AnyJson } from '../../../../providers/types.ts';

/** Who wrote a text: what the model wrote may hold placeholders of the account. */
export type Speaker = 'model' | 'other';

/** Where something stands. */
export interface Place {
  /** What a reader would see beside it, mostly the name of its JSON property; empty where there is nothing. */
  readonly label: string;
  readonly speaker: Speaker;
}

/** What is done with each thing of a body that may hold a value. Bodies are walked twice in the same order: to read, and to write. */
export interface BodyVisitor {
  /** A part of the conversation that is looked at as one text begins: a message, a tool, the rest. */
  part(): void;
  /** Text of any kind. */
  text(value: string, place: Place): string;
  /** A JSON number. */
  number(value: string, place: Place): AnyJson;
  /** The name of a property in data, where any text may stand. */
  key(value: string): string;
  /** The name of a tool or of a property it takes: providers allow letters, digits, underscores and hyphens there. */
  name(value: string): string;
  /** The name of somebody who takes part. */
  participant(value: string): string;
  /**
   * An address that the provider calls: it stays as it is, or nothing is sent.
   * @param param - the field it is in, for the error
   */
  address(value: string, param: string): string;
  /** An identifier that both sides use to find a part of the conversation again. */
  identifier(value: string): string;
}
