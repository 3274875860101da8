import { useText } from '../../i18n/index.ts';
import { useErrorText } from '../../i18n/useErrorText.ts';
import { useToasts } from '../../ui/toasts.ts';
import { allChildren } from './api.ts';
import { useConflicts } from './conflicts.ts';
import type { UploadEntries } from '../../ui/fileEntries.ts';
import { planUpload, type KnownChild, type UploadTarget } from './uploads/plan.ts';
import { useWorkspace } from './store.ts';

/**
 * `(entries, target, known?) => …` uploads files and folders: compares with what is there, asks about names that are taken, and hands over to
 * the queue. `known` are the children of the target where a list already has all of them.
 */
export function useUpload() {
  const { t } = useText();
  const toasts = useToasts();
  const errorText = useErrorText();
  const workspace = useWorkspace();
  const conflicts = useConflicts();

  return async (
    entries: UploadEntries | Promise<UploadEntries>,
    target: UploadTarget,
    known: readonly KnownChild[] | null = null,
  ): Promise<void> => {
    try {
      const found = await entries;
      if (found.files.length === 0 && found.emptyFolders.length === 0) return;
      const plan = await planUpload(found, (folderId) =>
        folderId === null && known !== null
          ? Promise.resolve(known)
          : allChildren({ parentId: folderId ?? target.parentId, projectId: target.projectId }),
      );
      const choice = plan.conflicts.length === 0 ? 'both' : await conflicts.ask(plan.conflicts);
      if (choice !== null) workspace.uploads.add(plan, target, choice);
    } catch (error) {
      toasts.show({ tone: 'danger', title: t('workspace.failed.upload'), text: errorText(error) });
    }
  };
}

/** Lets the person choose files, or one folder, with the system's dialog. */
export function chooseFiles(kind: 'files' | 'folder', done: (files: readonly File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = kind === 'folder';
  input.addEventListener('change', () => done([...(input.files ?? [])]));
  input.click();
}
