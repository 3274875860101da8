import { workerTask } from '../core/workers/task.ts';
import { readDocx } from './docx/read.ts';
import { readText } from './text/decode.ts';

/** Documents whose text is in the file and takes no page to find. */
export interface TextOrder {
  readonly bytes: Uint8Array;
  readonly format: 'docx' | 'txt';
}

export default workerTask<TextOrder, string, number>(async ({ bytes, format }, { post }) => {
  post(0);
  return format === 'docx' ? (await readDocx(bytes)).text : readText(bytes);
});
