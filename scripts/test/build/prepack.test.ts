import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listProjectFiles } from '../../checks/project-files.ts';

// Runs the script prepack in a clone in which nothing was built.

const root = fileURLToPath(new URL('../../../', import.meta.url));
const clone = mkdtempSync(join(tmpdir(), 'pgw-clone-'));

beforeAll(() => {
  const copied = /^(packages\/(protocol|express)\/|scripts\/|package\.json$|tsconfig\.base\.json$)/;
  for (const file of listProjectFiles(root).filter((each) => copied.test(each)))
    cpSync(join(root, file), join(clone, file));
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'), 'junction');
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

it.each(['protocol', 'express'])(
  'prepack of @pgw/%s fails before the build, and the error contains the build command',
  (name) => {
    const folder = join(clone, 'packages', name);
    mkdirSync(folder, { recursive: true });
    const { status, stderr } = spawnSync(process.execPath, [join(clone, 'scripts', 'build', 'prepack.mjs')], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stderr).toMatch(
      new RegExp(`^@pgw/${name} cannot be packed: .*dist.* missing\\. Run "npm run build" in`),
    );
    expect(status).toBe(1);
  },
);
