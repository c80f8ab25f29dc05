import { defineConfig } from 'vitest/config';

// The limits end a test that hangs. They are long enough for a busy machine.
export default defineConfig({
  test: { dir: 'test', testTimeout: 60_000, expect: { poll: { timeout: 30_000 } } },
});
