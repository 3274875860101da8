import { existsSync, readFileSync } from 'node:fs';

const STATUS = '/proc/self/status';

/**
 * The most memory that this process has held, in MiB. Linux counts it for the program alone in proc(5); what getrusage(2) tells there begins with the
 * memory of the process that started this one.
 */
export function peakMebibytes(): number {
  const kib = existsSync(STATUS)
    ? Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(STATUS, 'utf8'))![1])
    : process.resourceUsage().maxRSS;
  return Math.round(kib / 1024);
}
