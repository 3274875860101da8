import { computed, shallowRef, type ComputedRef, type ShallowRef } from 'vue';
import type { ChatAttachment, ChatAttachmentContent } from '../../../../server/contract/chatAttachments.ts';

/** Something attached to a draft. */
export interface TrayItem {
  readonly key: number;
  readonly name: string;
  /** Bytes; null where it is not known before the file has been read. */
  readonly sizeBytes: number | null;
  readonly state: 'reading' | 'ready' | 'failed';
  /** Share of the upload that has been sent, 0 to 1; null while the server reads. */
  readonly progress: number | null;
  readonly attachment: ChatAttachment | null;
  /** Why it cannot be read. */
  readonly error: unknown;
  readonly again: () => void;
}

/** Something to be read by the server. */
export interface Source {
  readonly name: string;
  readonly sizeBytes: number | null;
  readonly read: (signal: AbortSignal, onProgress: (share: number) => void) => Promise<ChatAttachmentContent>;
}

/** What is attached to a draft. A message goes out only when all of it was read. */
export interface AttachmentTray {
  readonly items: ShallowRef<readonly TrayItem[]>;
  readonly blocked: ComputedRef<boolean>;
  readonly ids: ComputedRef<readonly string[]>;
  add(source: Source): void;
  remove(key: number): void;
  /** Hands over what a message takes. */
  release(): readonly TrayItem[];
  /** Takes back what a message did not take after all. */
  restore(items: readonly TrayItem[]): void;
  /** Takes everything back. */
  clear(): void;
}

/** @param discard takes back an attachment that no message has; failures are its own business */
export function createAttachmentTray(discard: (id: string) => void): AttachmentTray {
  const items = shallowRef<readonly TrayItem[]>([]);
  const running = new Map<number, AbortController>();
  let lastKey = 0;

  const update = (key: number, change: Partial<TrayItem>): void => {
    items.value = items.value.map((item) => (item.key === key ? { ...item, ...change } : item));
  };
  async function read(key: number, source: Source): Promise<void> {
    const controller = new AbortController();
    running.set(key, controller);
    update(key, { state: 'reading', progress: null, error: null });
    try {
      const { attachment } = await source.read(controller.signal, (share) => {
        update(key, { progress: share < 1 ? share : null });
      });
      if (controller.signal.aborted) discard(attachment.id);
      else update(key, { state: 'ready', attachment, name: attachment.name, sizeBytes: attachment.sizeBytes });
    } catch (error) {
      if (!controller.signal.aborted) update(key, { state: 'failed', error });
    }
    if (running.get(key) === controller) running.delete(key);
  }
  function add(source: Source): void {
    lastKey += 1;
    const key = lastKey;
    const { name, sizeBytes } = source;
    const again = (): void => void read(key, source);
    items.value = [
      ...items.value,
      { key, name, sizeBytes, state: 'reading', progress: null, attachment: null, error: null, again },
    ];
    again();
  }
  function remove(key: number): void {
    const item = items.value.find((other) => other.key === key);
    running.get(key)?.abort();
    running.delete(key);
    if (item?.attachment) discard(item.attachment.id);
    items.value = items.value.filter((other) => other.key !== key);
  }
  return {
    items,
    blocked: computed(() => items.value.some(({ state }) => state !== 'ready')),
    ids: computed(() => items.value.flatMap(({ attachment }) => (attachment ? [attachment.id] : []))),
    add,
    remove,
    release() {
      const taken = items.value;
      items.value = [];
      return taken;
    },
    restore(taken) {
      items.value = [...taken, ...items.value];
    },
    clear() {
      for (const { key } of items.value) remove(key);
    },
  };
}
