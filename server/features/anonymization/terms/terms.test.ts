import { describe, expect, it } from 'vitest';
import { openTestAnonymization } from '../../../../test/helpers/openTestAnonymization.ts';
import * as contract from '../../../contract/index.ts';

const TERM = {
  kind: 'mask',
  value: 'Falke',
  category: 'project',
  caseSensitive: false,
  wholeWord: true,
  enabled: true,
} as const;

describe('terms', () => {
  it('are added, changed, listed and removed by their own account', async () => {
    const { call, addAccount, database } = await openTestAnonymization();
    const { term } = await call(contract.createTerm, { body: TERM });
    expect(term).toMatchObject(TERM);
    const changed = await call(contract.updateTerm, {
      params: { id: term.id },
      body: { value: 'Adler', enabled: false },
    });
    expect(changed.term).toEqual({ ...term, value: 'Adler', enabled: false });
    expect((await call(contract.listTerms, {})).terms).toEqual([changed.term]);
    const [row] = await database.db.selectFrom('terms').selectAll().execute();
    expect(Buffer.from(row!.value).includes('Adler')).toBe(false);
    const as = await addAccount();
    expect((await call(contract.listTerms, { as })).terms).toEqual([]);
    const stranger = { as, params: { id: term.id } };
    await expect(call(contract.updateTerm, { ...stranger, body: {} })).rejects.toMatchObject({
      code: 'TERM_NOT_FOUND',
    });
    await expect(call(contract.deleteTerm, stranger)).rejects.toMatchObject({ code: 'TERM_NOT_FOUND' });
    await call(contract.deleteTerm, { params: { id: term.id } });
    expect((await call(contract.listTerms, {})).terms).toEqual([]);
  });

  it('are checked before they are stored', async () => {
    const { call } = await openTestAnonymization();
    const create = (change: object) => call(contract.createTerm, { body: { ...TERM, ...change } });
    await expect(create({ kind: 'pattern', value: '(' })).rejects.toMatchObject({ code: 'INVALID_PATTERN' });
    await expect(create({ value: '  ' })).rejects.toMatchObject({ code: 'INVALID_BODY' });
    await expect(create({ value: 'x'.repeat(501) })).rejects.toMatchObject({ code: 'INVALID_BODY' });
    const { term } = await create({ kind: 'pattern', value: 'x'.repeat(501) });
    await expect(call(contract.updateTerm, { params: { id: term.id }, body: { value: '(' } })).rejects.toMatchObject({
      code: 'INVALID_PATTERN',
    });
  });

  it('can be tried on a text', async () => {
    const { call } = await openTestAnonymization();
    const { term } = await call(contract.createTerm, { body: TERM });
    await call(contract.createTerm, { body: { ...TERM, value: 'Text', enabled: false } });
    const text = 'Text mit Falke und Adler';
    expect((await call(contract.testTerms, { body: { text } })).matches).toEqual([
      { start: 9, end: 14, text: 'Falke', category: 'project', kind: 'mask', termId: term.id },
    ]);
    const quotes = { ...TERM, value: '"'.repeat(40), wholeWord: false };
    const rows = await call(contract.testTerms, { body: { text: '"'.repeat(1_000), term: quotes } });
    expect(rows.matches.map(({ start }) => start)).toEqual(Array.from({ length: 25 }, (_, index) => index * 40));
    const trial = await call(contract.testTerms, { body: { text, term: { ...TERM, value: 'Adler' } } });
    expect(trial.matches).toMatchObject([{ text: 'Adler', termId: null }]);
    for (const language of contract.LANGUAGES) {
      const { matches } = await call(contract.testTerms, { body: { text, language } });
      expect(matches.map((match) => match.text)).toEqual(['Falke']);
    }
    await expect(
      call(contract.testTerms, { body: { text, term: { ...TERM, kind: 'pattern', value: '(' } } }),
    ).rejects.toMatchObject({ code: 'INVALID_PATTERN' });
  });
});
