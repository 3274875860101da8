import { ref, type Ref } from 'vue';

/** Files dropped on an element; its `over` is true while some are held above it. */
export function useFileDrop(take: (files: readonly File[]) => void): {
  readonly over: Ref<boolean>;
  readonly listeners: Readonly<Record<string, (event: DragEvent) => void>>;
} {
  const over = ref(false);
  /** dragenter and dragleave also come from children: the files have left when as many went as came. */
  let depth = 0;
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
  return {
    over,
    listeners: {
      dragenter(event) {
        if (!hasFiles(event)) return;
        depth += 1;
        over.value = true;
      },
      dragleave(event) {
        if (!hasFiles(event)) return;
        depth = Math.max(0, depth - 1);
        if (depth === 0) over.value = false;
      },
      dragover(event) {
        if (hasFiles(event)) event.preventDefault();
      },
      drop(event) {
        depth = 0;
        over.value = false;
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0) return;
        event.preventDefault();
        take(files);
      },
    },
  };
}
