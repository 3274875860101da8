import { expect, it } from 'vitest';
import type { ChatAttachmentContent } from '../../../../server/contract/chatAttachments.ts';
import { createAttachmentTray, type Source } from './attachments.ts';

const content = (id: string): ChatAttachmentContent => ({
  attachment: {
    id,
    name: `${id}.pdf`,
    kind: 'document',
    sizeBytes: 10,
    characters: 5,
    words: 1,
    pages: 1,
    ocr: false,
    confidence: null,
    maskedValues: 2,
    citation: null,
  },
  text: 'text',
  finds: [],
});
const settled = () => new Promise((resolve) => setImmediate(resolve));
const source = (read: Source['read']): Source => ({ name: 'file', sizeBytes: null, read });

it('holds a message back until everything was read', async () => {
  const tray = createAttachmentTray(() => undefined);
  tray.add(source(() => Promise.resolve(content('a'))));
  expect(tray.blocked.value).toBe(true);
  await settled();
  expect(tray.blocked.value).toBe(false);
  expect(tray.ids.value).toEqual(['a']);
  expect(tray.items.value[0]).toMatchObject({ name: 'a.pdf', state: 'ready' });
  const taken = tray.release();
  expect(tray.items.value).toEqual([]);
  tray.restore(taken);
  expect(tray.ids.value).toEqual(['a']);
});

it('holds it back while something cannot be read, and tries that again', async () => {
  const tray = createAttachmentTray(() => undefined);
  let broken = true;
  tray.add(source(() => (broken ? Promise.reject(new Error('unreadable')) : Promise.resolve(content('a')))));
  await settled();
  expect(tray.items.value[0]?.state).toBe('failed');
  expect(tray.blocked.value).toBe(true);
  broken = false;
  tray.items.value[0]?.again();
  await settled();
  expect(tray.blocked.value).toBe(false);
});

it('takes back what was removed, also while it is being read', async () => {
  const discarded: string[] = [];
  const tray = createAttachmentTray((id) => discarded.push(id));
  tray.add(source(() => Promise.resolve(content('a'))));
  await settled();
  tray.remove(tray.items.value[0]!.key);
  tray.add(source(() => Promise.resolve(content('b'))));
  tray.clear();
  await settled();
  expect(discarded).toEqual(['a', 'b']);
  expect(tray.items.value).toEqual([]);
});
