import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const module = new URL('../../scripts/npm-stopped.mjs', import.meta.url).href;
/** Prints `ready`, runs until npm has stopped or for 30 seconds, and prints `stopped` only when npm has stopped. */
const script = `
  import { onNpmStopped } from '${module}';
  const running = setTimeout(() => {}, 30_000);
  onNpmStopped(() => { clearTimeout(running); console.log('stopped'); });
  console.log('ready');
`;

test.skipIf(process.platform === 'win32')(
  'a script is stopped when the shell that npm started it in has ended',
  async () => {
    // The second command makes the shell stay, as the shell of npm does. It does not forward signals.
    const shell = spawn('sh', ['-c', '"$NODE" --input-type=module --eval "$SCRIPT"; exit'], {
      env: { ...process.env, NODE: process.execPath, SCRIPT: script, npm_lifecycle_event: 'torture' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    shell.stdout.on('data', (chunk) => (output += String(chunk)));
    const closed = once(shell.stdout, 'close');
    await expect.poll(() => output).toContain('ready');
    shell.kill('SIGTERM');
    // The output is closed when the script has ended as well.
    await closed;
    expect(output).toContain('stopped');
  },
);
