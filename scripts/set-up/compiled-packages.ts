import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describeFailure } from '../program-failure.mjs';

/**
 * Compiles the changed packages before the tests of the published packages. Throws the messages of the
 * compiler.
 */
export function setup(): void {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
  const result = spawnSync(process.execPath, [tsc, '-b'], { cwd: root, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`The packages do not compile:\n${describeFailure(result)}`);
}
