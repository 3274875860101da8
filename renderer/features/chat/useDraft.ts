import { onBeforeUnmount, watch } from 'vue';
import { findInDraft } from './api.ts';
import { createDraftCheck, type Decisions, type DraftCheck } from './draft/drafts.ts';

/** How long the person has to pause before the server is asked, in milliseconds. */
const PAUSE_MS = 250;

/** What will be masked in a text that is being typed for a conversation. */
export function useDraft(options: {
  readonly conversationId: () => string | null;
  readonly anonymous: () => boolean;
  readonly initial?: Decisions & { readonly text: string };
}): DraftCheck {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const draft = createDraftCheck({
    find: findInDraft(options.conversationId),
    anonymous: options.anonymous,
    debounce: (run) => {
      clearTimeout(timer);
      timer = setTimeout(run, PAUSE_MS);
    },
    ...(options.initial && { decided: options.initial }),
  });
  if (options.initial) draft.setText(options.initial.text);
  watch(options.anonymous, () => draft.check());
  onBeforeUnmount(() => {
    clearTimeout(timer);
    draft.clear();
  });
  return draft;
}
