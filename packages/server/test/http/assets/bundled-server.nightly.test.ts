import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { serverSource } from './server-source.ts';

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('../../../', import.meta.url));
const document = fileURLToPath(new URL('../../../../../docs/bundling.md', import.meta.url));

it('the commands of docs/bundling.md write a bundle that starts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pgw-bundle-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'src/server.ts'), serverSource);
  // The folder has the packages that npm would install.
  for (const [name, target] of [
    ['@pgw/server', packageFolder],
    ['@pgw/client', join(packageFolder, '../client')],
    ['express', join(packageFolder, 'node_modules/express')],
  ] as const) {
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(target, link, 'dir');
  }
  const blocks = [...(await readFile(document, 'utf8')).matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(
    ([, code = '']) => code,
  );
  expect(blocks).toHaveLength(3);
  const esbuild = join(packageFolder, 'node_modules/.bin/esbuild');
  for (const code of blocks) {
    const commands = code
      .replace('npx esbuild', `${esbuild} --conditions=pgw-source --log-level=error`)
      .replace(
        /^node /m,
        `${process.execPath} --conditions=pgw-source --disable-warning=ExperimentalWarning `,
      );
    await rm(join(folder, 'dist'), { recursive: true, force: true });
    const { stdout } = await run('sh', ['-ec', commands], { cwd: folder });
    expect(stdout).toBe('200 true true');
  }
});
