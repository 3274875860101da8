import { defineConfig } from 'vitest/config';

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
          ],
          testTimeout: 30_000,
          // By itself Vitest leaves one core to the system: half of a small machine.
          maxWorkers: '100%',
        },
      },
      {
        test: {
          name: 'system',
          environment: 'node',
          include: ['test/{contract,leak,cli,crash}/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Each of these starts servers of its own; two at a time fill the machine.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'browser',
          environment: 'node',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
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
