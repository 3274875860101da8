import type { Language } from '../../contract/common.ts';
import { workerTask } from '../../core/workers/task.ts';
import type { EngineOrder } from '../ocr/engines.ts';
import type { DocumentFormat } from '../types.ts';
import { openFormat } from './formats.ts';
import { recognizerFor } from './recognition/threadRecognizers.ts';
import { rewriteAsRead } from './rewriteAsRead.ts';
import type { InPlaceText, RewriteRequest, RewriteResult } from './types.ts';

export type InPlaceOrder =
  | {
      readonly do: 'read';
      readonly bytes: Uint8Array;
      readonly format: DocumentFormat;
      readonly engine: EngineOrder;
      readonly language: Language | undefined;
      readonly pictures: false | undefined;
    }
  | {
      readonly do: 'rewrite';
      readonly bytes: Uint8Array;
      readonly format: DocumentFormat;
      readonly engine: EngineOrder;
      readonly request: Omit<RewriteRequest, 'signal' | 'onProgress'>;
    };
export type InPlaceAnswer =
  | {
      readonly did: 'read';
      readonly text: InPlaceText;
      /** Whether any picture in the document was given to the engine. */
      readonly recognized: boolean;
    }
  | { readonly did: 'rewrite'; readonly result: RewriteResult };

/** How far it is, 0 to 1, and while pages are written, the last one. */
export interface InPlaceProgress {
  readonly fraction: number;
  readonly page?: number | undefined;
}

export default workerTask<InPlaceOrder, InPlaceAnswer, InPlaceProgress>(async (order, { post }) => {
  const onProgress = (fraction: number, page?: number) => post({ fraction, page });
  onProgress(0);
  const recognizer = recognizerFor(order.engine);
  const format = await openFormat(order.format, recognizer);
  // Cancelling ends the thread itself.
  const { signal } = new AbortController();
  if (order.do === 'read') {
    const { language, pictures } = order;
    const asked = { ...(language && { language }), ...(pictures === false && { pictures }) };
    const text = await format.read(order.bytes, { ...asked, signal, onProgress });
    return { did: 'read', text, recognized: recognizer.wasUsed() };
  }
  const request = { ...order.request, signal, onProgress };
  return { did: 'rewrite', result: await rewriteAsRead(format, order.bytes, request) };
});
