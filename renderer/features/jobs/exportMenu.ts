import { FileText, FileType, NotebookText, Settings2 } from '@lucide/vue';
import { EXPORT_FORMATS, type ExportFormat } from '../../../server/contract/anonymization.ts';
import type { Text } from '../../i18n/index.ts';
import type { MenuEntry } from '../../ui/menu.ts';

export const FORMAT_ICONS = Object.freeze({ pdf: NotebookText, docx: FileType, txt: FileText }) satisfies Readonly<
  Record<ExportFormat, unknown>
>;

/** The export menu: one line per format for the usual case, and one for everything else. */
export function exportEntries(
  t: Text['t'],
  actions: { readonly quick: (format: ExportFormat) => unknown; readonly more: () => unknown },
): MenuEntry[] {
  return [
    { kind: 'label', label: t('jobs.export.anonymizedAs') },
    ...EXPORT_FORMATS.map((format) => ({
      label: t(`jobs.export.formats.${format}.name`),
      description: t(`jobs.export.formats.${format}.text`),
      icon: FORMAT_ICONS[format],
      run: () => actions.quick(format),
    })),
    { kind: 'separator' },
    { label: t('jobs.export.more'), icon: Settings2, run: actions.more },
  ];
}
