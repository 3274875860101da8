import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openTestCore } from '../../../../test/helpers/openTestCore.ts';
import type { Clock } from '../../../core/clock.ts';
import { createMac } from '../../../core/placeholders/memoryBook.ts';
import { maskText } from '../../../core/placeholders/mask.ts';
import { createMappingVault } from '../../anonymization/mappings/mappingVault.ts';
import type { MaskedRequest } from '../anonymizing/types.ts';
import { createAnswerCollector } from './answerCollector.ts';
import { createExchanges } from './createExchanges.ts';

const DAY_MS = 86_400_000;
const TEXT = 'Frau Henrike Wackernagel';

async function open() {
  let now = Date.UTC(2026, 0, 1);
  let retentionDays = 30;
  const clock: Clock = { now: () => now };
  const core = await openTestCore({ clock });
  const mappings = createMappingVault({ ...core });
  const exchanges = createExchanges({ ...core, mappings, retentionDays: () => Promise.resolve(retentionDays) });
  const accountId = await core.addAccount();
  const mask = async (account = accountId): Promise<MaskedRequest> => {
    const options = { book: await mappings.bookOf(account), mac: createMac(Buffer.alloc(32, 3)) };
    const masked = await maskText(TEXT, [{ start: 5, end: TEXT.length, category: 'person' }], options);
    const values = masked.mappings.map(({ original, placeholder, category }) => ({ original, placeholder, category }));
    return {
      body: { messages: [{ role: 'user', content: masked.text }] },
      maskedValues: 1,
      categories: { person: 1 },
      values,
      newPlaceholders: new Set(masked.mappings.filter(({ isNew }) => isNew).map(({ placeholder }) => placeholder)),
    };
  };
  const begin = async (requestId = randomUUID()) =>
    (await exchanges.begin({ accountId, requestId, protocol: 'chat', model: 'p/m', masked: await mask() }))!;
  const count = async (table: 'exchanges' | 'mappings' | 'mapping_uses') =>
    (await core.database.db.selectFrom(table).selectAll().execute()).length;
  return {
    ...{ core, mappings, exchanges, accountId, mask, begin, count },
    after: (days: number) => void (now += days * DAY_MS),
    keep: (days: number) => void (retentionDays = days),
  };
}

describe('records of what models saw', () => {
  it('hold the request and the answer, encrypted, with their values', async () => {
    const { core, exchanges, accountId, begin, mappings } = await open();
    const requestId = randomUUID();
    const exchange = await begin(requestId);
    exchange.answered({ choices: [{ message: { content: 'Gern.' } }] });
    await exchange.end('completed');
    await exchanges.close();
    const [row] = await core.database.db.selectFrom('exchanges').selectAll().execute();
    expect(row).toMatchObject({ id: requestId, account_id: accountId, outcome: 'completed', masked_values: 1 });
    expect(Buffer.concat([row!.request, row!.answer!]).toString('latin1')).not.toMatch(/Frau|Gern/);
    expect(await mappings.valuesOf({ id: requestId, accountId })).toMatchObject([{ original: 'Henrike Wackernagel' }]);
    expect(exchanges.routes.map(({ endpoint }) => endpoint.id)).toEqual([
      'listExchanges',
      'getExchange',
      'deleteExchange',
    ]);
  });

  it('end by age, with the values that no other request uses', async () => {
    const { exchanges, begin, count, after } = await open();
    await (await begin()).end('completed');
    after(20);
    await (await begin()).end('failed');
    expect([await count('exchanges'), await count('mappings'), await count('mapping_uses')]).toEqual([2, 1, 2]);
    after(11);
    await exchanges.cleanUp();
    expect([await count('exchanges'), await count('mappings'), await count('mapping_uses')]).toEqual([1, 1, 1]);
    after(30);
    await exchanges.cleanUp();
    expect([await count('exchanges'), await count('mappings'), await count('mapping_uses')]).toEqual([0, 0, 0]);
  });

  it('are not made where none are kept, and end when nothing is to be kept any more', async () => {
    const { exchanges, begin, count, keep, after } = await open();
    await begin();
    keep(0);
    await (await begin()).end('completed');
    expect(await count('exchanges')).toBe(1);
    after(1);
    await exchanges.cleanUp();
    expect(await count('mappings')).toBe(0);
  });

  it('take the place of what another provider was sent for the same request', async () => {
    const { core, exchanges, begin, count } = await open();
    const requestId = randomUUID();
    await (await begin(requestId)).end('failed');
    await begin(requestId);
    await exchanges.close();
    expect(await core.database.db.selectFrom('exchanges').select('outcome').execute()).toEqual([{ outcome: 'open' }]);
    expect([await count('exchanges'), await count('mapping_uses')]).toEqual([1, 1]);
  });

  it('refuse a placeholder that meanwhile stands for another value', async () => {
    const { exchanges, accountId, mask, begin, count } = await open();
    await begin();
    const masked = await mask();
    const wrong = { ...masked, values: [{ ...masked.values[0]!, original: 'Somebody else' }] };
    const work = exchanges.begin({ accountId, requestId: randomUUID(), protocol: 'chat', model: 'p/m', masked: wrong });
    expect(await work).toBeNull();
    expect(await count('exchanges')).toBe(1);
  });
});

describe('a streamed answer', () => {
  it('is put together as the whole would have been', () => {
    const collector = createAnswerCollector();
    const saw = (data: object) => collector.saw({ event: null, data: JSON.stringify(data) });
    expect(collector.body()).toBeNull();
    saw({ type: 'message_start', message: { id: 'm', role: 'assistant', content: [], usage: { input_tokens: 3 } } });
    saw({
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 't', name: 'find', input: {} },
    });
    saw({ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"a":' } });
    saw({ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '1}' } });
    saw({ type: 'content_block_stop', index: 0 });
    saw({ type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 2 } });
    collector.saw({ event: null, data: '[DONE]' });
    expect(collector.body()).toEqual({
      ...{ id: 'm', role: 'assistant', usage: { input_tokens: 3, output_tokens: 2 }, stop_reason: 'tool_use' },
      content: [{ type: 'tool_use', id: 't', name: 'find', input: { a: 1 } }],
    });
  });
});
