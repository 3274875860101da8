import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadGazetteers } from './gazetteers/index.ts';
import { createLanguageDetector, DEFAULT_LANGUAGE } from './language.ts';

const { words } = loadGazetteers(join(import.meta.dirname, '../../resources/gazetteers'));
const detect = createLanguageDetector(words);

describe('language of a text', () => {
  it.each([
    ['de', 'Wir bestätigen den Eingang Ihres Schreibens und melden uns nächste Woche.'],
    ['en', 'We confirm that your letter has arrived and will call you back next week.'],
    ['fr', 'Nous accusons réception de votre courrier et vous rappellerons la semaine prochaine.'],
    ['es', 'Confirmamos la recepción de su carta y le llamaremos la semana que viene.'],
    ['it', 'Confermiamo di aver ricevuto la Sua lettera e La richiameremo la prossima settimana.'],
    ['de', 'BITTE ÜBERWEISEN SIE DEN BETRAG BIS ZUM MONATSENDE'],
    ['fr', 'Le dossier de M. Kowalczyk (réf. 4471) est clos.'],
    ['it', 'perche non mi hai piu risposto, ci vediamo domani?'],
  ] as const)('is %s: %s', (language, text) => {
    expect(detect(text)).toBe(language);
  });

  it.each(['', ' \n\t', '4711 – 0815', 'AB-12', 'Łódź', '漢字かな交じり文の例です、もう一つ文を足します'])(
    'falls back for %j',
    (text) => {
      expect(detect(text)).toBe(DEFAULT_LANGUAGE);
    },
  );

  it('weighs all parts of a long text', () => {
    const address = 'Hauptstraße 5, 04229 Leipzig. ';
    const text = address + 'La lettre que vous nous avez envoyée est bien arrivée. '.repeat(2_000);
    expect(detect(text)).toBe('fr');
  });
});
