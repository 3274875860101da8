import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { PlannedFile } from './uploads/plan.ts';
import type { ConflictChoice } from './uploads/queue.ts';

/** Asks what happens to files whose name is taken; ConflictDialog.vue shows the question. Null: nothing is uploaded. */
export const useConflicts = defineStore('workspace-conflicts', () => {
  const pending = shallowRef<{
    readonly files: readonly PlannedFile[];
    readonly answer: (choice: ConflictChoice | null) => void;
  } | null>(null);

  function ask(files: readonly PlannedFile[]): Promise<ConflictChoice | null> {
    pending.value?.answer(null);
    return new Promise((resolve) => {
      pending.value = {
        files,
        answer: (choice) => {
          pending.value = null;
          resolve(choice);
        },
      };
    });
  }
  return { pending, ask };
});
