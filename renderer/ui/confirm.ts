import { defineStore } from 'pinia';
import { shallowRef } from 'vue';

/** What a question to the person says. */
export interface ConfirmOptions {
  readonly title: string;
  readonly text: string;
  /** Text of the button that goes on, for example "Delete". */
  readonly confirmLabel: string;
  /** Something is lost for good: the button is red. */
  readonly danger?: boolean;
}

/** Asks before something that cannot be undone: `if (await confirm.ask({…})) …`. ConfirmDialog.vue in App shows it. */
export const useConfirm = defineStore('confirm', () => {
  const pending = shallowRef<(ConfirmOptions & { readonly answer: (yes: boolean) => void }) | null>(null);

  function ask(options: ConfirmOptions): Promise<boolean> {
    pending.value?.answer(false);
    return new Promise((resolve) => {
      pending.value = {
        ...options,
        answer: (yes) => {
          pending.value = null;
          resolve(yes);
        },
      };
    });
  }
  return { pending, ask };
});
