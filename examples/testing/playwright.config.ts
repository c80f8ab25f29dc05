import { defineConfig } from '@playwright/test';

// Without this variable, Playwright uses the browser that `npx playwright install chromium` has installed.
const executablePath = process.env['PGW_CHROMIUM'];

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 2,
  reporter: 'line',
  // The limits end a test that hangs. They are long enough for a busy machine.
  timeout: 60_000,
  expect: { timeout: 30_000 },
  use: executablePath === undefined ? {} : { launchOptions: { executablePath } },
});
