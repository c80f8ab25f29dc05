import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: [
            'packages/*/test/**/*.test.ts',
            'examples/*/test/**/*.test.ts',
            'scripts/test/**/*.test.ts',
            'torture/test/**/*.test.ts',
          ],
          // Of the widget only what needs no browser.
          exclude: ['packages/checkout/test/{*,server/*}.test.ts', '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          // A page takes its time on a busy machine.
          expect: { poll: { timeout: 15_000 } },
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
