import { expect, it } from 'vitest';
import { nameHoldsValue, wordsOf } from './sharableName.ts';

const words = wordsOf(['Frau Änne Groß-Müller', 'Li Xu', 'DE89 3704 0044 0532 0130 00', 'Wu', '12.03.1980']);
const nothing = () => Promise.resolve(false);

it.each([
  ...['Müller', 'akte_mueller_v2', 'AnneMuller', 'aenne-gross', 'MÜLLER', 'Mu\u0308ller', 'kuendigungGROSSmueller'],
  ...['lixu', 'Li-Xu', 'brief wu', 'DE89370400440532013000', 'geboren 1980-03-12'],
])('holds a value, however it is written: %s', async (name) => {
  expect(await nameHoldsValue(name, words, nothing)).toBe(true);
});

it.each(['Akten', 'Kündigung_2', 'Wunsch', 'brief-3'])('holds none: %s', async (name) => {
  expect(await nameHoldsValue(name, words, nothing)).toBe(false);
});

it('asks the detector for words that are joined or written small', async () => {
  const asked: string[] = [];
  const detects = (text: string) => {
    asked.push(text);
    return Promise.resolve(text.includes('Anna Berg'));
  };
  for (const name of ['anna_berg', 'annaBerg', 'anna-berg.v2']) {
    expect(await nameHoldsValue(name, new Set(), detects)).toBe(true);
  }
  expect(asked).toContain('Anna Berg V2');
});
