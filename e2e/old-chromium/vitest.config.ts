import { defineConfig } from 'vitest/config';

/** A run of its own: what it needs is fetched the first time. */
export default defineConfig({
  test: { name: 'old-chromium', include: ['e2e/old-chromium/payment.ts'], hookTimeout: 60_000 },
});
