import { defineStore } from 'pinia';
import { ref } from 'vue';

/** A short message that goes away by itself. */
export interface Toast {
  readonly id: number;
  readonly tone: 'neutral' | 'success' | 'danger';
  readonly title: string;
  readonly text?: string | undefined;
  readonly action?: { readonly label: string; readonly run: () => unknown } | undefined;
}

/** Messages at the edge of the window; Toaster.vue in App shows and announces them. */
export const useToasts = defineStore('toasts', () => {
  const toasts = ref<Toast[]>([]);
  let lastId = 0;

  function show(toast: Omit<Toast, 'id' | 'tone'> & { readonly tone?: Toast['tone'] }): void {
    lastId += 1;
    toasts.value = [...toasts.value.slice(-3), { tone: 'neutral', ...toast, id: lastId }];
  }
  function dismiss(id: number): void {
    toasts.value = toasts.value.filter((toast) => toast.id !== id);
  }
  return { toasts, show, dismiss };
});
