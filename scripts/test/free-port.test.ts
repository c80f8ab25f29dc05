import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const module = fileURLToPath(new URL('../free-port.mjs', import.meta.url));
/** Of 12,000 ports, two processes would choose about seven in common. */
const count = 300;

/** Starts a process that takes ports, and keeps running until `release` is called. */
function takePorts(): { readonly ready: Promise<unknown>; readonly release: () => Promise<number[]> } {
  const code = `import { findFreePort } from ${JSON.stringify(module)};
    const ports = [];
    while (ports.length < ${count}) ports.push(await findFreePort());
    console.error('ready');
    process.stdin.on('end', () => console.log(JSON.stringify(ports))).resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code]);
  const output = text(child.stdout);
  const release = async (): Promise<number[]> => {
    child.stdin.end();
    return JSON.parse(await output);
  };
  return { ready: once(child.stderr, 'data'), release };
}

it('two processes never receive the same free port', async () => {
  const processes = [takePorts(), takePorts()];
  await Promise.all(processes.map(({ ready }) => ready));
  const ports = (await Promise.all(processes.map(({ release }) => release()))).flat();
  expect(ports).toHaveLength(2 * count);
  expect(new Set(ports).size).toBe(2 * count);
});
