import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { EditorState, StateEffect, StateField, Transaction, type Extension } from '@codemirror/state';
import { Decoration, EditorView, keymap, lineNumbers, type DecorationSet } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Range } from '../details/anchors.ts';

/** Words that a comment speaks of. */
export interface Mark extends Range {
  readonly id: string;
}

export interface ViewOptions {
  readonly root: ShadowRoot;
  readonly text: string;
  readonly label: string;
  readonly readOnly: boolean;
  readonly language: 'plain' | 'markdown';
  readonly numbers: boolean;
  readonly phrases: Readonly<Record<string, string>>;
  readonly onChange: (text: string) => void;
  readonly onSelect: (selection: (Range & { readonly x: number; readonly y: number }) | null) => void;
  readonly onMark: (id: string) => void;
}

const setMarks = StateEffect.define<DecorationSet>();
/** Marks go with the text while it is edited. */
const markField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, transaction) =>
    transaction.effects.reduce(
      (now, effect) => (effect.is(setMarks) ? effect.value : now),
      marks.map(transaction.changes),
    ),
  provide: (field) => EditorView.decorations.from(field),
});

const decoration = (id: string, isActive: boolean) =>
  Decoration.mark({ class: isActive ? 'cm-comment active' : 'cm-comment', attributes: { 'data-thread': id } });

const markdownStyle = HighlightStyle.define([
  { tag: tags.heading, fontWeight: 'var(--weight-strong)', color: 'var(--color-text)' },
  { tag: tags.strong, fontWeight: 'var(--weight-strong)' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--color-accent-text)' },
  { tag: tags.monospace, fontFamily: 'var(--font-mono)' },
  { tag: tags.quote, color: 'var(--color-text-muted)' },
  { tag: tags.processingInstruction, color: 'var(--color-text-faint)' },
]);

const field = {
  border: '1px solid var(--color-outline)',
  borderRadius: 'var(--radius-md)',
  background: 'var(--color-surface)',
  color: 'var(--color-text)',
  fontSize: 'var(--text-sm)',
};
const theme = (numbers: boolean): Extension =>
  EditorView.theme({
    '&': { blockSize: '100%', color: 'var(--color-text)', background: 'var(--color-surface)' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': {
      fontFamily: numbers ? 'var(--font-mono)' : 'var(--font-sans)',
      fontSize: numbers ? 'var(--text-sm)' : 'var(--text-lg)',
      lineHeight: numbers ? '1.6' : 'var(--leading-reading)',
    },
    '.cm-content': { padding: 'var(--space-6) 0', caretColor: 'var(--color-text)' },
    '.cm-content:focus-visible': { outline: 'none' },
    '.cm-line': { padding: numbers ? '0 var(--space-4)' : '0 max(var(--space-6), (100% - 46rem) / 2)' },
    '.cm-gutters': {
      border: '0',
      borderInlineEnd: '1px solid var(--color-line)',
      background: 'var(--color-surface)',
      color: 'var(--color-text-faint)',
    },
    '.cm-lineNumbers .cm-gutterElement': { minInlineSize: '3rem', padding: '0 var(--space-2)' },
    '.cm-comment': {
      borderBlockEnd: '2px solid light-dark(#c79214, #d9ab45)',
      background: 'light-dark(#fdf2d8, #3c3012)',
      cursor: 'pointer',
    },
    '.cm-comment.active': { background: 'light-dark(#f8dd97, #665017)' },
    '.cm-selectionMatch': { background: 'var(--color-accent-soft)' },
    '.cm-searchMatch': { background: 'light-dark(#cdeaf0, #124b54)', outline: 'none' },
    '.cm-searchMatch-selected': { background: 'light-dark(#8fd3df, #1f7684)' },
    '.cm-panels': { background: 'var(--color-raised)', color: 'var(--color-text)', fontFamily: 'var(--font-sans)' },
    '.cm-panels-top': { borderBlockEnd: '1px solid var(--color-line)' },
    '.cm-panel.cm-search, .cm-panel.cm-gotoLine': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: 'var(--space-2)',
      padding: 'var(--space-2) 2.75rem var(--space-2) var(--space-4)',
      fontSize: 'var(--text-sm)',
    },
    '.cm-panel.cm-search br': { display: 'none' },
    '.cm-panel .cm-textfield': { ...field, margin: '0', padding: '0 var(--space-2)', blockSize: 'var(--control-sm)' },
    '.cm-panel .cm-button': {
      ...field,
      margin: '0',
      padding: '0 var(--space-3)',
      blockSize: 'var(--control-sm)',
      backgroundImage: 'none',
      cursor: 'pointer',
    },
    '.cm-panel .cm-button:hover': { background: 'var(--color-hover)' },
    '.cm-panel label': { display: 'inline-flex', alignItems: 'center', gap: '0.25rem', fontSize: 'var(--text-sm)' },
    '.cm-panel.cm-search [name=close]': {
      insetBlockStart: 'var(--space-2)',
      insetInlineEnd: 'var(--space-3)',
      minInlineSize: '1.75rem',
      minBlockSize: '1.75rem',
      color: 'var(--color-text-muted)',
      fontSize: '1.25rem',
      cursor: 'pointer',
    },
    ':is(input, button):focus-visible': { outline: '2px solid var(--color-focus)', outlineOffset: '1px' },
  });

/** A CodeMirror view in a shadow tree, and what the screen does with it. */
export function createView(options: ViewOptions) {
  const { root, text, label, readOnly, language, numbers, phrases, onChange, onSelect, onMark } = options;

  /** What is selected with its place on the screen, which is known only between updates. */
  const selection = {
    key: 'selection',
    read(of: EditorView) {
      const { from, to } = of.state.selection.main;
      const end = from === to ? null : of.coordsAtPos(to);
      const host = of.dom.getBoundingClientRect();
      return end === null ? null : { from, to, x: end.left - host.left, y: end.bottom - host.top };
    },
    write: onSelect,
  };

  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorState.phrases.of(phrases),
        EditorView.contentAttributes.of({
          'aria-label': label,
          spellcheck: String(!readOnly && !numbers),
          // Read-only text is scrolled and selected with the keyboard, too.
          ...(readOnly && { tabindex: '0' }),
        }),
        EditorState.readOnly.of(readOnly),
        EditorView.editable.of(!readOnly),
        numbers ? lineNumbers() : [],
        EditorView.lineWrapping,
        history(),
        search({ top: true }),
        highlightSelectionMatches({ minSelectionLength: 3 }),
        language === 'markdown' ? [markdown(), syntaxHighlighting(markdownStyle)] : [],
        keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
        markField,
        theme(numbers),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
          if (update.selectionSet || update.geometryChanged) update.view.requestMeasure(selection);
        }),
        EditorView.domEventHandlers({
          click(event) {
            const marked = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-thread]') : null;
            if (marked?.dataset['thread'] !== undefined) onMark(marked.dataset['thread']);
          },
        }),
      ],
    }),
  });
  view.scrollDOM.addEventListener('scroll', () => view.requestMeasure(selection), { passive: true });

  let shown: readonly Mark[] = [];
  return {
    view,
    /** Replaces the text as one step that can be undone. */
    setText(next: string): void {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    setMarks(marks: readonly Mark[], active: string | null): void {
      const { length } = view.state.doc;
      shown = marks.filter(({ from, to }) => from < to && to <= length);
      const ranges = shown.map(({ id, from, to }) => decoration(id, id === active).range(from, to));
      view.dispatch({
        effects: setMarks.of(Decoration.set(ranges, true)),
        annotations: Transaction.addToHistory.of(false),
      });
    },
    reveal(id: string): void {
      const mark = shown.find((other) => other.id === id);
      if (mark) view.dispatch({ effects: EditorView.scrollIntoView(mark.from, { y: 'center' }) });
    },
    openSearch: () => openSearchPanel(view),
  };
}
