import { FileCheck, FileStack, FileText, FileType, NotebookText, Settings2 } from '@lucide/vue';
import { EXPORT_FORMATS, type ExportQuery } from '../../../server/contract/anonymization.ts';
import type { JobSummary } from '../../../server/contract/jobs.ts';
import type { Text } from '../../i18n/index.ts';
import type { MenuEntry } from '../../ui/menu.ts';

/** A format of an export; `native` is the document's own. */
export type ExportTarget = ExportQuery['format'];

export const FORMAT_ICONS = Object.freeze({
  native: FileStack,
  pdf: NotebookText,
  docx: FileType,
  txt: FileText,
}) satisfies Readonly<Record<ExportTarget, unknown>>;

/** What a job can be exported as, the best choice first: a text has no format of its own. */
export function targetsOf({ source }: Pick<JobSummary, 'source'>): readonly ExportTarget[] {
  return source === 'file' ? ['native', ...EXPORT_FORMATS] : EXPORT_FORMATS;
}

/** The export menu: one line per format for the usual case, the audit report, and one for everything else. */
export function exportEntries(
  t: Text['t'],
  job: Pick<JobSummary, 'source'>,
  actions: {
    readonly quick: (format: ExportTarget) => unknown;
    readonly report: () => unknown;
    readonly more: () => unknown;
  },
): MenuEntry[] {
  return [
    { kind: 'label', label: t('jobs.export.anonymizedAs') },
    ...targetsOf(job).map((format) => ({
      label: t(`jobs.export.formats.${format}.name`),
      description: t(`jobs.export.formats.${format}.text`),
      icon: FORMAT_ICONS[format],
      run: () => actions.quick(format),
    })),
    { kind: 'separator' },
    {
      label: t('jobs.export.report.title'),
      description: t('jobs.export.report.text'),
      icon: FileCheck,
      run: actions.report,
    },
    { label: t('jobs.export.more'), icon: Settings2, run: actions.more },
  ];
}
