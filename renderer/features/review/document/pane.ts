/** What the review asks of whatever shows the document. */
export interface DocumentSurface {
  /** Puts away the toolbar over selected words. */
  readonly closePicked: () => void;
  readonly isPicking: () => boolean;
  readonly focus: () => void;
  /** Shows a part, from 1. */
  readonly goTo: (part: number) => void;
}

/** The same of the component inside; nothing happens while there is none. */
export const forwarded = (inner: () => DocumentSurface | null): DocumentSurface => ({
  closePicked: () => inner()?.closePicked(),
  isPicking: () => inner()?.isPicking() ?? false,
  focus: () => inner()?.focus(),
  goTo: (part) => inner()?.goTo(part),
});
