import { computed, useId, type ComputedRef } from 'vue';

/** Texts a form control shows around itself. */
export interface FieldTexts {
  readonly id?: string | undefined;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

/** The id of a control and the ids of the texts that describe it, for aria-describedby. */
export function useField(texts: () => FieldTexts): {
  id: ComputedRef<string>;
  describedBy: ComputedRef<string | undefined>;
} {
  const generated = useId();
  const id = computed(() => texts().id ?? generated);
  const describedBy = computed(() => {
    const { hint, error } = texts();
    const ids = [error ? `${id.value}-error` : '', hint ? `${id.value}-hint` : ''].filter(Boolean);
    return ids.length > 0 ? ids.join(' ') : undefined;
  });
  return { id, describedBy };
}
