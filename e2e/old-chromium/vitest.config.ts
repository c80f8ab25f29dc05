import { defineConfig } from 'vitest/config';

/** A separate run: its browsers are downloaded the first time. */
export default defineConfig({
  test: { name: 'old-chromium', include: ['e2e/old-chromium/payment.ts'], hookTimeout: 60_000 },
});
