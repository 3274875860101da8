import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { openTestCore } from '../../../../test/helpers/openTestCore.ts';
import { createMac } from '../../../core/placeholders/memoryBook.ts';
import { maskText } from '../../../core/placeholders/mask.ts';
import { createMappingVault } from '../../anonymization/mappings/mappingVault.ts';
import type { MaskedConversation } from '../anonymizing/types.ts';
import { createExchanges } from '../exchanges/createExchanges.ts';
import { maskAndRecord } from './maskedSending.ts';

const PARALLEL = 30;

async function open() {
  const core = await openTestCore();
  const mappings = createMappingVault(core);
  const exchanges = createExchanges({ ...core, mappings, retentionDays: () => Promise.resolve(30) });
  return { mappings, exchanges, accountId: await core.addAccount() };
}

it('gives parallel requests that link the same new name to different people one placeholder for it', async () => {
  const { mappings, exchanges, accountId } = await open();
  const mac = createMac(Buffer.alloc(32, 3));
  // Nobody stores anything before all have assigned their placeholders.
  let reading = 0;
  const { promise: allHaveRead, resolve } = Promise.withResolvers<undefined>();
  const conversationOf = (person: string): MaskedConversation => ({
    held: 0,
    async mask(_protocol, { text }) {
      const source = text as string;
      const spans = [
        { start: 0, end: person.length, category: 'person', entity: 1 },
        { start: source.length - 'Zwiebelfeld'.length, end: source.length, category: 'person', entity: 1 },
      ];
      const masked = await maskText(source, spans, { book: await mappings.bookOf(accountId), mac });
      reading += 1;
      if (reading === PARALLEL) resolve(undefined);
      await allHaveRead;
      return {
        body: { text: masked.text },
        maskedValues: 2,
        categories: { person: 2 },
        values: masked.mappings,
        newPlaceholders: new Set(masked.mappings.filter(({ isNew }) => isNew).map(({ placeholder }) => placeholder)),
      };
    },
    restore: (_protocol, body) => body,
    restoreStream: () => ({ push: (event) => [event], end: () => [] }),
    restoreFailure: (body) => body,
  });

  const sent = await Promise.all(
    Array.from({ length: PARALLEL }, async (_, index) => {
      const person = `Person ${String.fromCodePoint(0x41 + index)} Zwiebelfeld`;
      const request = { accountId, requestId: randomUUID(), protocol: 'chat', model: 'p/m' } as const;
      const body = { text: `${person}, genannt Zwiebelfeld` };
      const { masked } = await maskAndRecord(conversationOf(person), exchanges, body, request);
      return { masked, kept: await mappings.valuesOf({ id: request.requestId, accountId }) };
    }),
  );
  const surnames = sent.flatMap(({ masked }) => masked.values.filter(({ original }) => original === 'Zwiebelfeld'));
  expect(surnames).toHaveLength(PARALLEL);
  expect(new Set(surnames.map(({ placeholder }) => placeholder)).size).toBe(1);
  for (const { masked, kept } of sent) {
    expect(new Set(kept.map(({ placeholder }) => placeholder))).toEqual(
      new Set(masked.values.map(({ placeholder }) => placeholder)),
    );
  }
  expect(reading).toBeGreaterThan(PARALLEL);
});
