import type { JobReport } from '../../../../contract/documents.ts';
import type { Language } from '../../../../contract/common.ts';
import { REPORT_WORDS } from './reportWords.ts';

/** The report as people read it: title and lines. */
export function reportText(report: JobReport, language: Language): { title: string; text: string } {
  const words = REPORT_WORDS[language];
  const { document, settings, engine, masked, review, checksums, risk } = report;
  const time = (value: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' }).format(
      new Date(value),
    );
  const number = new Intl.NumberFormat(language);
  const line = (label: string, value: string | number) =>
    `${label}: ${typeof value === 'number' ? number.format(value) : value}`;
  const off = Object.entries(settings.categories).flatMap(([category, on]) => (on ? [] : [category]));
  const visible = Object.entries(risk.visible).map(([category, count]) => `${category} ${number.format(count)}`);
  const languageName = new Intl.DisplayNames(language, { type: 'language' }).of(document.language) ?? document.language;

  const sections: readonly (readonly [heading: string, lines: readonly string[]])[] = [
    [
      words.document,
      [
        line(words.format, document.format ?? words.plainText),
        line(words.language, languageName),
        line(words.words, document.words),
        ...(document.pages === null ? [] : [line(words.pages, document.pages)]),
        line(words.recognized, document.recognized ? words.yes : words.no),
      ],
    ],
    [
      words.masked,
      [
        ...(masked.length === 0 ? [words.nothing] : []),
        ...masked.map(
          ({ category, mentions, values }) =>
            `${category}: ${number.format(mentions)} ${words.mentions}, ${number.format(values)} ${words.values}`,
        ),
        line(words.rejected, report.rejected),
        line(words.added, report.added),
        ...(report.areas === 0 ? [] : [line(words.areas, report.areas)]),
      ],
    ],
    [words.review, [line(words.account, review.account), line(words.changes, review.changes)]],
    [
      words.risk,
      [
        words.riskLevel[risk.level],
        ...(visible.length === 0 ? [] : [line(words.visible, visible.join(', '))]),
        line(words.uncertain, risk.uncertain),
        words.note,
      ],
    ],
    [
      words.settings,
      [line(words.level, settings.level), ...(off.length === 0 ? [] : [line(words.off, off.join(', '))])],
    ],
    [words.engine, [[engine.recognizers, engine.model, ...engine.detectors].filter(Boolean).join(', ')]],
    [
      words.checksums,
      [
        line(words.input, checksums.input),
        line(words.original, checksums.original),
        line(words.anonymized, checksums.anonymized),
      ],
    ],
  ];
  const head = [
    line(words.job, report.job_id),
    line(words.created, `${time(report.created_at)} UTC`),
    line(words.completed, `${time(report.completed_at)} UTC`),
    line(words.reported, `${time(report.reported_at)} UTC`),
  ];
  const body = sections.map(([heading, lines]) => [heading.toLocaleUpperCase(language), ...lines].join('\n'));
  return { title: words.title, text: `${[head.join('\n'), ...body].join('\n\n')}\n` };
}
