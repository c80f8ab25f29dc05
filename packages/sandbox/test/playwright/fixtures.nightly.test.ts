import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { fromSources } from '../../../../scripts/from-sources.mjs';

const playwright = join(
  dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')),
  'cli.js',
);
const folder = fileURLToPath(new URL('specs/', import.meta.url));
const result = z.object({
  status: z.string(),
  attachments: z.array(z.object({ name: z.string(), body: z.string().default('') })),
});
const spec = z.object({ title: z.string(), tests: z.array(z.object({ results: z.array(result) })) });
const suite = z.object({ specs: z.array(spec) });
const report = z.object({ suites: z.array(suite) });

/** Runs the tests of `specs/` by Playwright. Returns the results by the title of the test. */
async function runSpecs(): Promise<Map<string, z.output<typeof result>>> {
  const output = mkdtempSync(join(tmpdir(), 'pgw-playwright-'));
  const args = ['test', '--workers=2', '--reporter=json', `--output=${output}`];
  const env = { ...process.env, NODE_OPTIONS: fromSources.join(' ') };
  const text = await new Promise<string>((resolve) => {
    // One test fails, so the exit code is 1.
    execFile(process.execPath, [playwright, ...args], { cwd: folder, env }, (_error, stdout) =>
      resolve(stdout),
    );
  });
  rmSync(output, { recursive: true, force: true });
  const { suites } = report.parse(JSON.parse(text));
  const specs = suites.flatMap((each) => each.specs);
  return new Map(specs.map(({ title, tests }) => [title, tests[0]!.results[0]!]));
}

it('each test has an empty sandbox, and a failed test has the activities as an attachment', async () => {
  const results = await runSpecs();
  expect([...results].map(([title, { status }]) => [title, status])).toStrictEqual([
    ['a test that leaves everything behind', 'passed'],
    ['the next test finds nothing of it', 'passed'],
    ['a test that fails', 'failed'],
    ['has a sandbox with other options', 'passed'],
  ]);
  const attachments = results.get('a test that fails')!.attachments;
  const { body } = attachments.find(({ name }) => name === 'sandbox-activities.json')!;
  const activities: unknown = JSON.parse(Buffer.from(body, 'base64').toString());
  expect(activities).toMatchObject([{ kind: 'request', data: { endpoint: 'authenticate' } }]);
});
