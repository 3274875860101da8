import { workerTask } from '../../core/workers/task.ts';
import type { ExportRequest } from '../types.ts';
import { writeDocx } from './docx.ts';
import { writePdf } from './pdf.ts';
import { writeTxt } from './txt.ts';

export default workerTask<ExportRequest, Uint8Array, number>(async (request, { post }) => {
  post(0);
  switch (request.format) {
    case 'pdf':
      return await writePdf(request);
    case 'docx':
      return await writeDocx(request);
    case 'txt':
      return writeTxt(request);
  }
});
