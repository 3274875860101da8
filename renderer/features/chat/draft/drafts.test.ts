import { describe, expect, it } from 'vitest';
import { createDraftCheck, type Decisions } from './drafts.ts';
import { occurrencesOf, type DraftMark } from './marks.ts';

/** Eve was struck out in an earlier message. */
const NAMES = ['Anna Berg', 'Max', 'Eve'];

/** A draft whose names are found as soon as `settle` is called. */
function open() {
  let pending: (() => void) | null = null;
  let anonymous = true;
  let broken = false;
  const asked: { text: string; decisions: Decisions }[] = [];
  const draft = createDraftCheck({
    anonymous: () => anonymous,
    debounce: (run) => {
      pending = run;
    },
    find: (text, decisions) => {
      asked.push({ text, decisions });
      if (broken) return Promise.reject(new Error('down'));
      const places = (value: string, category: string, masked = true): DraftMark[] =>
        occurrencesOf(value, text).map((place) => ({ ...place, category, masked }));
      const isShown = (name: string) =>
        decisions.shown.includes(name) || (name === 'Eve' && !decisions.hidden.some((value) => value.text === name));
      return Promise.resolve([
        ...NAMES.flatMap((name) => places(name, 'person', !isShown(name))),
        ...decisions.hidden
          .filter(({ text: name }) => !NAMES.includes(name))
          .flatMap((value) => places(value.text, value.category)),
      ]);
    },
  });
  return {
    draft,
    asked,
    settle: async () => {
      pending?.();
      pending = null;
      await new Promise((resolve) => setImmediate(resolve));
    },
    set: (next: { anonymous?: boolean; broken?: boolean }) => {
      anonymous = next.anonymous ?? anonymous;
      broken = next.broken ?? broken;
    },
  };
}

describe('a draft', () => {
  it('has one chip for each value, in the order of the text', async () => {
    const { draft, settle } = open();
    draft.setText('Max met Anna Berg. Max left.');
    expect(draft.state.value).toBe('checking');
    await settle();
    expect(draft.state.value).toBe('ready');
    expect(draft.marks.value).toHaveLength(3);
    expect(draft.values.value.map(({ text, masked }) => [text, masked])).toEqual([
      ['Max', true],
      ['Anna Berg', true],
    ]);
  });

  it('strikes a value out and takes that back', async () => {
    const { draft, settle, asked } = open();
    draft.setText('Max met Anna Berg.');
    await settle();
    draft.toggle('Max');
    expect(draft.values.value[0]).toMatchObject({ text: 'Max', masked: false, category: 'person' });
    await settle();
    expect(asked.at(-1)?.decisions.shown).toEqual(['Max']);
    expect(draft.values.value.map(({ masked }) => masked)).toEqual([false, true]);
    draft.toggle('Max');
    expect(draft.values.value[0]).toMatchObject({ text: 'Max', masked: true });
    await settle();
    expect(draft.decisions.value.shown).toEqual([]);
  });

  it('masks again what an earlier message struck out', async () => {
    const { draft, settle, asked } = open();
    draft.setText('Eve called.');
    await settle();
    expect(draft.values.value[0]).toMatchObject({ text: 'Eve', masked: false });
    draft.toggle('Eve');
    await settle();
    expect(asked.at(-1)?.decisions).toEqual({ shown: [], hidden: [{ text: 'Eve', category: 'person' }] });
    expect(draft.values.value[0]).toMatchObject({ text: 'Eve', masked: true });
  });

  it('masks what the person selects, and forgets it again', async () => {
    const { draft, settle, asked } = open();
    draft.setText('The Aurora deal of Max.');
    await settle();
    draft.hide(' Aurora ', 'custom');
    expect(draft.values.value[0]).toEqual({ text: 'Aurora', category: 'custom', masked: true, byHand: true });
    await settle();
    expect(asked.at(-1)?.decisions.hidden).toEqual([{ text: 'Aurora', category: 'custom' }]);
    draft.toggle('Aurora');
    await settle();
    expect(draft.values.value.map(({ text }) => text)).toEqual(['Max']);
  });

  it('keeps marks in place while the answer to an earlier text is on its way', async () => {
    const { draft, settle } = open();
    draft.setText('Max');
    await settle();
    draft.setText('Now Max');
    expect(draft.marks.value).toEqual([{ start: 4, end: 7, category: 'person', masked: true }]);
  });

  it('says so when it does not know, and asks nothing when nothing is masked', async () => {
    const { draft, settle, set, asked } = open();
    set({ broken: true });
    draft.setText('Max');
    await settle();
    expect(draft.state.value).toBe('failed');
    set({ broken: false, anonymous: false });
    draft.check();
    await settle();
    expect(draft.state.value).toBe('ready');
    expect(asked).toHaveLength(1);
    draft.clear();
    expect(draft.text.value).toBe('');
  });
});
