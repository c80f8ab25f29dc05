import { defineConfig } from 'vitest/config';

/** A separate configuration, because the first run downloads the browsers. */
export default defineConfig({
  test: { name: 'old-chromium', include: ['e2e/old-chromium/payment.ts'], hookTimeout: 60_000 },
});
