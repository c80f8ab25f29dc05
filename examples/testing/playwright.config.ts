import { defineConfig } from '@playwright/test';

// Without this variable, Playwright uses the browser that `npx playwright install chromium` has installed.
const executablePath = process.env['PGW_CHROMIUM'];

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 2,
  reporter: 'line',
  use: executablePath === undefined ? {} : { launchOptions: { executablePath } },
});
