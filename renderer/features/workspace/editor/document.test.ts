import { describe, expect, it } from 'vitest';
import { createTextDocument, type TextState } from './document.ts';
import { editableText } from './textBytes.ts';

/** A file on a server with one other writer. */
function file(text: string) {
  let present: TextState = { ...editableText(text), revision: 1 };
  return {
    get: () => present,
    writeElsewhere(next: string) {
      present = { ...editableText(next), revision: present.revision + 1 };
    },
    source: {
      fetch: () => Promise.resolve(present),
      store: (next: string, over: TextState) => {
        if (over.revision !== present.revision) return Promise.resolve(null);
        present = { ...editableText(next), revision: present.revision + 1 };
        return Promise.resolve(present);
      },
    },
  };
}
const MARKERS = { mine: 'mine', theirs: 'theirs' };

async function inConflict() {
  const stored = file('one\ntwo\nthree');
  const document = createTextDocument(stored.source);
  await document.load();
  document.draft.value = 'one\nmy two\nthree';
  stored.writeElsewhere('one\ntheir two\nthree\nfour');
  expect(await document.save()).toBe(false);
  return { stored, document };
}

describe('a text document', () => {
  it('saves over the revision it comes from', async () => {
    const stored = file('one');
    const document = createTextDocument(stored.source);
    await document.load();
    expect(document.dirty.value).toBe(false);
    document.draft.value = 'two';
    expect(document.dirty.value).toBe(true);
    expect(await document.save()).toBe(true);
    expect([stored.get().text, stored.get().revision, document.dirty.value]).toEqual(['two', 2, false]);
  });

  it('shows both sides when the file has changed meanwhile, and loses neither', async () => {
    const { stored, document } = await inConflict();
    expect(stored.get().text).toBe('one\ntheir two\nthree\nfour');
    expect(document.draft.value).toBe('one\nmy two\nthree');
    expect(document.conflict.value?.regions.map(({ kind }) => kind)).toEqual(['same', 'conflict', 'same', 'theirs']);
  });

  it('keeps mine as a new revision', async () => {
    const { stored, document } = await inConflict();
    expect(await document.keepMine()).toBe(true);
    expect([stored.get().text, stored.get().revision]).toEqual(['one\nmy two\nthree', 3]);
    expect(document.conflict.value).toBeNull();
  });

  it('asks again when a third state came in between', async () => {
    const { stored, document } = await inConflict();
    stored.writeElsewhere('something else');
    expect(await document.keepMine()).toBe(false);
    expect(document.conflict.value?.theirs.text).toBe('something else');
    expect(stored.get().text).toBe('something else');
  });

  it('takes theirs', async () => {
    const { document } = await inConflict();
    document.takeTheirs();
    expect([document.draft.value, document.dirty.value]).toEqual(['one\ntheir two\nthree\nfour', false]);
  });

  it('merges both into the draft, which is saved over theirs', async () => {
    const { stored, document } = await inConflict();
    expect(document.merge(MARKERS)).toBe(1);
    expect(document.draft.value).toContain('my two\n=======\ntheir two');
    document.draft.value = 'one\nour two\nthree\nfour';
    expect(await document.save()).toBe(true);
    expect(stored.get().revision).toBe(3);
  });

  it('is no conflict when somebody else wrote the same', async () => {
    const stored = file('one');
    const document = createTextDocument(stored.source);
    await document.load();
    document.draft.value = 'two';
    stored.writeElsewhere('two');
    expect(await document.save()).toBe(true);
    expect(document.base.value?.revision).toBe(2);
  });

  it('keeps changes when the file is read again', async () => {
    const stored = file('one');
    const document = createTextDocument(stored.source);
    await document.load();
    document.draft.value = 'mine';
    stored.writeElsewhere('theirs');
    await document.load();
    expect(document.draft.value).toBe('mine');
    document.discard();
    await document.load();
    expect(document.draft.value).toBe('theirs');
  });
});
