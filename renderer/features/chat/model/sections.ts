import type { ChatFolder } from '../../../../server/contract/chat.ts';
import type { ChatConversation } from '../../../../server/contract/chatMessages.ts';

/** A group of conversations in the list. */
export interface Section {
  readonly key: string;
  readonly kind: 'pinned' | 'folder' | 'today' | 'yesterday' | 'week' | 'older';
  /** Of a folder. */
  readonly folder: ChatFolder | null;
  readonly conversations: readonly ChatConversation[];
}

const DAY_MS = 86_400_000;
const AGES = ['today', 'yesterday', 'week', 'older'] as const;

/** Age by calendar days of the person, not by hours. */
function ageOf(changedAt: string, now: Date): (typeof AGES)[number] {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const changed = new Date(changedAt).getTime();
  if (changed >= midnight) return 'today';
  if (changed >= midnight - DAY_MS) return 'yesterday';
  return changed >= midnight - 6 * DAY_MS ? 'week' : 'older';
}

/** Pinned conversations first, then folders (empty ones too), then the rest by age; within each the last changed one first. */
export function sectionsOf(
  conversations: readonly ChatConversation[],
  folders: readonly ChatFolder[],
  now: Date,
): Section[] {
  const sorted = [...conversations].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  const pinned = sorted.filter((conversation) => conversation.pinned);
  const rest = sorted.filter((conversation) => !conversation.pinned);
  const known = new Set(folders.map(({ id }) => id));
  const loose = rest.filter(({ folderId }) => folderId === null || !known.has(folderId));
  return [
    ...(pinned.length > 0 ? [{ key: 'pinned', kind: 'pinned' as const, folder: null, conversations: pinned }] : []),
    ...folders.map((folder) => ({
      key: folder.id,
      kind: 'folder' as const,
      folder,
      conversations: rest.filter(({ folderId }) => folderId === folder.id),
    })),
    ...AGES.map((kind) => ({
      key: kind,
      kind,
      folder: null,
      conversations: loose.filter(({ updatedAt }) => ageOf(updatedAt, now) === kind),
    })).filter((section) => section.conversations.length > 0),
  ];
}
