import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { chromiumArgs, chromiumPath } from '../scripts/chromium.mjs';

/** Before the first end-to-end test: one Chromium for all files. Each test has contexts, which share nothing. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({ executablePath: chromiumPath(), args: [...chromiumArgs] });
  project.provide('chromium', server.wsEndpoint());
  return () => server.close();
}
