import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { onWindows, skipBecause } from '../../scripts/skip-because.ts';

const moduleUrl = new URL('../../scripts/install/npm-stopped.mjs', import.meta.url).href;
/** Prints `ready` and runs for 30 seconds. When npm stops in that time, it prints `stopped` and ends. */
const script = `
  import { onNpmStopped } from '${moduleUrl}';
  const running = setTimeout(() => {}, 30_000);
  onNpmStopped(() => { clearTimeout(running); console.log('stopped'); });
  console.log('ready');
`;

test(
  'onNpmStopped calls its callback when the shell that npm started has ended',
  skipBecause(onWindows),
  async () => {
    // Because of the second command, the shell does not replace itself with the script. Like the shell of
    // npm, it does not forward signals.
    const shell = spawn('sh', ['-c', '"$NODE" --input-type=module --eval "$SCRIPT"; exit'], {
      env: { ...process.env, NODE: process.execPath, SCRIPT: script, npm_lifecycle_event: 'torture' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    shell.stdout.on('data', (chunk) => (output += String(chunk)));
    const closed = once(shell.stdout, 'close');
    await expect.poll(() => output).toContain('ready');
    shell.kill('SIGTERM');
    // The output is closed when both the shell and the script have ended.
    await closed;
    expect(output).toContain('stopped');
  },
);
