import { computed, type Ref, type WritableComputedRef } from 'vue';

/** Whether the dialog about `subject` is open: while there is a subject. Closing the dialog sets it to null. */
export function openWhile(subject: Ref<unknown>): WritableComputedRef<boolean> {
  return computed({
    get: () => subject.value !== null,
    set: (open) => {
      if (!open) subject.value = null;
    },
  });
}
