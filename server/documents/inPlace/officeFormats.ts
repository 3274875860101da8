import { AppError } from '../../core/errors.ts';
import { scanDocx } from './docx/docxFormat.ts';
import { createPackageFormat } from './package/createFormat.ts';
import type { PackageScanner, ScanContext } from './package/scan.ts';
import { createOdfScanner } from './odf/scanOdf.ts';
import { scanPptx } from './pptx/pptxFormat.ts';
import { scanXlsx } from './xlsx/xlsxFormat.ts';
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

/** Documents that are zip packages of XML, each with its format's interface. */
export const officeFormats: Readonly<Record<OfficeFormat, InPlaceFormat>> = Object.freeze({
  docx: createPackageFormat({ scan: SCANNERS.docx, scanEmbedded }),
  xlsx: createPackageFormat({ scan: SCANNERS.xlsx, scanEmbedded }),
  pptx: createPackageFormat({ scan: SCANNERS.pptx, scanEmbedded }),
  odt: createPackageFormat({ scan: SCANNERS.odt, scanEmbedded }),
  ods: createPackageFormat({ scan: SCANNERS.ods, scanEmbedded }),
  odp: createPackageFormat({ scan: SCANNERS.odp, scanEmbedded }),
});
