import * as beNn from 'stdnum/lib/cjs/be/nn.js';
import * as chSsn from 'stdnum/lib/cjs/ch/ssn.js';
import * as chUid from 'stdnum/lib/cjs/ch/uid.js';
import * as deIdnr from 'stdnum/lib/cjs/de/idnr.js';
import * as deSvnr from 'stdnum/lib/cjs/de/svnr.js';
import * as deVat from 'stdnum/lib/cjs/de/vat.js';
import * as esCif from 'stdnum/lib/cjs/es/cif.js';
import * as esDni from 'stdnum/lib/cjs/es/dni.js';
import * as esNie from 'stdnum/lib/cjs/es/nie.js';
import * as esNss from 'stdnum/lib/cjs/es/nss.js';
import * as frNif from 'stdnum/lib/cjs/fr/nif.js';
import * as frNir from 'stdnum/lib/cjs/fr/nir.js';
import * as frTva from 'stdnum/lib/cjs/fr/tva.js';
import * as gbNino from 'stdnum/lib/cjs/gb/nino.js';
import * as gbUtr from 'stdnum/lib/cjs/gb/utr.js';
import * as iePps from 'stdnum/lib/cjs/ie/pps.js';
import * as itCodiceFiscale from 'stdnum/lib/cjs/it/codicefiscale.js';
import * as itIva from 'stdnum/lib/cjs/it/iva.js';
import * as nlBsn from 'stdnum/lib/cjs/nl/bsn.js';
import * as ptNif from 'stdnum/lib/cjs/pt/nif.js';

type Check = (compactValue: string) => boolean;
/** The part of a stdnum module that is used; single modules, because the whole library takes 200 ms to load. */
type Validating = Pick<typeof deIdnr, 'validate'>;

/** The library makes an error for every value that is none, and its stack takes longer than the check: a text may hold a thousand candidates. */
const checkOf =
  (module: Validating): Check =>
  (value) => {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    try {
      return module.validate(value).isValid;
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  };

/** Check-digit rules of the stdnum library, by country and kind, on values without separators in capitals. */
export const stdnumChecks = Object.freeze({
  be: { nationalNumber: checkOf(beNn) },
  ch: { ahv: checkOf(chSsn), uid: checkOf(chUid) },
  de: { idnr: checkOf(deIdnr), svnr: checkOf(deSvnr), vat: checkOf(deVat) },
  es: { cif: checkOf(esCif), dni: checkOf(esDni), nie: checkOf(esNie), nss: checkOf(esNss) },
  fr: {
    nif: checkOf(frNif),
    nir: checkOf(frNir),
    tva: checkOf(frTva),
  },
  gb: { nino: checkOf(gbNino), utr: checkOf(gbUtr) },
  ie: { pps: checkOf(iePps) },
  it: { codiceFiscale: checkOf(itCodiceFiscale), iva: checkOf(itIva) },
  nl: { bsn: checkOf(nlBsn) },
  pt: { nif: checkOf(ptNif) },
});
