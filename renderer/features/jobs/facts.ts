import type { JobMetadata } from '../../../server/contract/anonymization.ts';
import { useText } from '../../i18n/index.ts';

/** How many places of a document were replaced. */
export const maskedCount = ({ entities }: Pick<JobMetadata, 'entities'>): number =>
  Object.values(entities).reduce((sum, count) => sum + count, 0);

/** `(metadata, …first) => line`: what is known about a document in one line; the texts `first` stand before it. */
export function useFacts(): (
  metadata: Pick<JobMetadata, 'language' | 'pages' | 'words'>,
  ...first: readonly string[]
) => string {
  const { t, n } = useText();
  return ({ language, pages, words }, ...first) =>
    [
      ...first,
      t(`jobs.languages.${language}`),
      ...(pages === undefined ? [] : [t('jobs.pages', { count: n(pages) }, pages)]),
      t('jobs.words', { count: n(words) }, words),
    ].join(' · ');
}
