import { expect, it } from 'vitest';
import { createBodyRoom } from './bodyRoom.ts';

const never = new AbortController().signal;

it('lets bodies wait in line until there is room, and none pass by', async () => {
  const room = createBodyRoom(100);
  const first = await room.take(80, never);
  const order: string[] = [];
  const large = room.take(90, never).then((giveBack) => (order.push('large'), giveBack));
  const small = room.take(10, never).then((giveBack) => (order.push('small'), giveBack));
  await Promise.resolve();
  expect(order).toEqual([]);
  first();
  first();
  (await large)();
  (await small)();
  expect(order).toEqual(['large', 'small']);
  (await room.take(1_000, never))();
});

it('refuses who waits too long and who has gone, and lets in who stands behind', async () => {
  const room = createBodyRoom(100, 20);
  const first = await room.take(60, never);
  const gone = new AbortController();
  const leaving = room.take(100, gone.signal);
  const behind = room.take(40, never);
  gone.abort(new Error('gone'));
  await expect(leaving).rejects.toThrow('gone');
  const second = await behind;
  await expect(room.take(1, never)).rejects.toMatchObject({
    code: 'SERVER_BUSY',
    status: 503,
    details: { retryAfterSeconds: 10 },
  });
  first();
  second();
  (await room.take(100, never))();
});
