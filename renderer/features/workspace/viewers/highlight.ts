import './highlights.css';

/** What the page marks words for; highlights.css gives each its look. */
export type HighlightName =
  'workspace-comment' | 'workspace-comment-active' | 'workspace-find' | 'workspace-find-current';

/** Marks these ranges of the page instead of those before; browsers without the interface show none. */
export function highlight(name: HighlightName, ranges: readonly Range[]): void {
  if (!('highlights' in CSS)) return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}
