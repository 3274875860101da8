import { AppError } from '../../core/errors.ts';
import { scanDocx } from './docx/docxFormat.ts';
import { createPackageFormat } from './package/createFormat.ts';
import type { PackageScanner, ScanContext } from './package/scan.ts';
import { createOdfScanner } from './odf/scanOdf.ts';
import { scanPptx } from './pptx/pptxFormat.ts';
import { scanXlsx } from './xlsx/xlsxFormat.ts';
import type { Recognizer } from './recognition/types.ts';
import type { InPlaceFormat } from './types.ts';

const SCANNERS = Object.freeze({
  docx: scanDocx,
  xlsx: scanXlsx,
  pptx: scanPptx,
  odt: createOdfScanner('text'),
  ods: createOdfScanner('spreadsheet'),
  odp: createOdfScanner('presentation'),
}) satisfies Readonly<Record<string, PackageScanner>>;
export type OfficeFormat = keyof typeof SCANNERS;

/** Tries what an embedded package is; none of them is not looked into. */
const scanEmbedded: ScanContext['openEmbedded'] = async (bytes, context) => {
  for (const scan of Object.values(SCANNERS)) {
    try {
      return await scan(bytes, context);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'UNSUPPORTED_TYPE') throw error;
    }
  }
  return null;
};

/** The interface of a document that is a zip package of XML. */
export const createOfficeFormat = (format: OfficeFormat, recognizer: Recognizer): InPlaceFormat =>
  createPackageFormat({ scan: SCANNERS[format], scanEmbedded, recognizer });
