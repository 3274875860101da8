// Loaded before a server (`node --import`): measures how long its thread is held, and tells whoever started the process.
import { isMainThread } from 'node:worker_threads';

/** How a thread was held. */
export interface Turns {
  /** Processor time of the longest turn, in milliseconds: other programs that have the processor meanwhile do not count. */
  readonly longestMs: number;
  /** Processor time of all of them, in milliseconds. */
  readonly totalMs: number;
}

const EVERY_MS = 2;

if (isMainThread && process.send !== undefined) {
  let last = processorMs();
  let turns = { longestMs: 0, totalMs: 0 };
  // A timer is late by as much as the thread is held.
  setInterval(() => {
    const now = processorMs();
    turns = { longestMs: Math.max(turns.longestMs, now - last), totalMs: turns.totalMs + now - last };
    last = now;
  }, EVERY_MS).unref();
  process.on('message', () => {
    process.send!(turns);
    turns = { longestMs: 0, totalMs: 0 };
  });
  process.channel?.unref();
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
