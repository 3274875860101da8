/**
 * npm run bench [PART …]: speed and memory, each figure beside a baseline of the same run, because a bare number says little about another machine.
 * Parts: see below; `documents` stands for all whose names begin with it. Without a name all of them run.
 */
import { benchBatch } from './batch.ts';
import { benchDetection } from './detection.ts';
import { benchDocx, benchPdf, benchScan, benchScanExport, benchXlsx } from './documents.ts';
import { benchGateway } from './gateway.ts';
import { benchHealth } from './health.ts';
import { benchLarge } from './large.ts';
import { benchLatency } from './latency.ts';
import { benchMemory } from './memory.ts';
import { benchOcr } from './ocr.ts';
import { benchScaling } from './scaling.ts';
import { benchStart } from './start.ts';
import { benchTransfer } from './transfer.ts';
import { benchWorkspace } from './workspace.ts';
import { benchWorker } from './worker.ts';
import { printFigures } from './measure.ts';

const PARTS = {
  detection: ['Detection, one thread', benchDetection],
  scaling: ['Detection of texts of 10 thousand, 100 thousand, 1 and 5 million characters', benchScaling],
  worker: ['A fresh detection thread', benchWorker],
  large: ['A text of 5 million characters with 200,000 finds, over HTTP', benchLarge],
  latency: ['A two-page letter over HTTP', benchLatency],
  ocr: ['Recognition of a scanned page', benchOcr],
  'documents:pdf': ['A PDF file of 200 letters, over HTTP', benchPdf],
  'documents:docx': ['A Word file of 200 letters, over HTTP', benchDocx],
  'documents:xlsx': ['A workbook of 480,000 cells, over HTTP', benchXlsx],
  'documents:batch': ['A batch of 200 files, over HTTP', benchBatch],
  'documents:scan': ['A scan of 100 pages, over HTTP', benchScan],
  'documents:export': ['The export of a scan of 42 pages in its own format, over HTTP', benchScanExport],
  memory: ['Memory of the headless server', benchMemory],
  start: ['Start of the headless server, warm', benchStart],
  transfer: ['A file of 50 MiB over loopback', benchTransfer],
  workspace: ['A workspace of 100,000 nodes, over HTTP', benchWorkspace],
  gateway: ['Answers of a language model through the gateway', benchGateway],
  health: ['The server while it works on hostile texts', benchHealth],
} as const;

const names = Object.keys(PARTS);
const isPartOf = (name: string, group: string): boolean => name === group || name.startsWith(`${group}:`);
const wanted = process.argv.slice(2);
const unknown = wanted.filter((group) => !names.some((name) => isPartOf(name, group)));
if (unknown.length > 0) {
  console.error(`Unknown part ${unknown.join(', ')}; there are ${names.join(', ')}.`);
  process.exit(1);
}
for (const [name, [title, run]] of Object.entries(PARTS)) {
  if (wanted.length === 0 || wanted.some((group) => isPartOf(name, group))) printFigures(title, await run());
}
