import { defineConfig } from 'vitest/config';

/**
 * The files of a project run one after the other in a few processes, which do not load the same modules anew for each of them. They can, because no
 * module of the product holds state (those that threads run aside) and every test takes back what it changes around it.
 */
const SHARED_PROCESSES = { isolate: false };

/** Tests that start servers and browsers. They wait for disks and pages now and then: three at a time fill two cores. */
const WHOLE_SERVERS = { testTimeout: 120_000, hookTimeout: 120_000, maxWorkers: 3 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'server/**/*.test.ts',
            'electron/**/*.test.ts',
            'renderer/**/*.test.ts',
            'build/**/*.test.ts',
            'test/eval/**/*.test.ts',
            'test/patterns/**/*.test.ts',
          ],
          testTimeout: 30_000,
          ...SHARED_PROCESSES,
          // By itself Vitest leaves one core to the system: half of a small machine.
          maxWorkers: '100%',
        },
      },
      {
        test: {
          name: 'system',
          environment: 'node',
          include: ['test/{contract,cli,crash}/**/*.test.ts'],
          ...WHOLE_SERVERS,
          ...SHARED_PROCESSES,
        },
      },
      {
        test: {
          name: 'leak',
          environment: 'node',
          include: ['test/leak/**/*.test.ts'],
          ...WHOLE_SERVERS,
          // Each in a process of its own, in which nothing was loaded before it moved the folder for temporary files.
          isolate: true,
        },
      },
      {
        test: {
          name: 'browser',
          environment: 'node',
          include: ['test/e2e/**/*.test.ts'],
          ...WHOLE_SERVERS,
          ...SHARED_PROCESSES,
          // A busy machine can starve a browser for seconds; what is broken fails twice.
          retry: 1,
        },
      },
      {
        test: {
          name: 'soak',
          environment: 'node',
          include: ['test/soak/**/*.test.ts'],
          testTimeout: 3_600_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
