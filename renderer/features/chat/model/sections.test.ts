import { expect, it } from 'vitest';
import { sectionsOf } from './sections.ts';
import { testConversation } from '../../../../test/helpers/renderer/chatMessages.ts';

const NOW = new Date(2026, 10, 21, 15, 0);
const at = (daysAgo: number, hour = 12) => new Date(2026, 10, 21 - daysAgo, hour).toISOString();
const folder = { id: 'f', name: 'Clients', createdAt: at(30) };

it('puts conversations into pinned, folders and ages', () => {
  const sections = sectionsOf(
    [
      testConversation('old', { updatedAt: at(40) }),
      testConversation('today', { updatedAt: at(0, 0) }),
      testConversation('later today', { updatedAt: at(0, 14) }),
      testConversation('yesterday', { updatedAt: at(1, 23) }),
      testConversation('this week', { updatedAt: at(6, 1) }),
      testConversation('filed', { folderId: 'f', updatedAt: at(2) }),
      testConversation('pinned and filed', { folderId: 'f', pinned: true, updatedAt: at(50) }),
      testConversation('folder is gone', { folderId: 'gone', updatedAt: at(9) }),
    ],
    [folder, { ...folder, id: 'empty', name: 'Empty' }],
    NOW,
  );
  expect(sections.map(({ key, conversations }) => [key, conversations.map(({ id }) => id)])).toEqual([
    ['pinned', ['pinned and filed']],
    ['f', ['filed']],
    ['empty', []],
    ['today', ['later today', 'today']],
    ['yesterday', ['yesterday']],
    ['week', ['this week']],
    ['older', ['folder is gone', 'old']],
  ]);
});
