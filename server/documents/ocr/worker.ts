import type { Language } from '../../contract/common.ts';
import { workerTask } from '../../core/workers/task.ts';
import type { GrayPage } from '../image/graymap.ts';
import { createEngine } from './engine.ts';
import { recognizePage, type RecognizedPage } from './recognizePage.ts';
import { createLanguageTeller } from './tellLanguage.ts';

export interface RecognitionOrder {
  readonly page: GrayPage;
  readonly language: Language | null;
}

const engine = createEngine();
let teller: ReturnType<typeof createLanguageTeller> | undefined;

export default workerTask<RecognitionOrder, RecognizedPage, number>(({ page, language }, { post }) => {
  post(0);
  return recognizePage(engine, page, language, () => (teller ??= createLanguageTeller()));
});
