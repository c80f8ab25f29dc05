import { readFileSync } from 'node:fs';
import { confirmOnTerminal } from './confirm.ts';
import { run } from './program.ts';

const { stdin, stdout, stderr } = process;
const isTerminal = stdin.isTTY && stdout.isTTY;

process.exitCode = await run(process.argv.slice(2), {
  stdout,
  stderr,
  load: (address) => import(address),
  confirm: isTerminal
    ? (question) => confirmOnTerminal({ input: stdin, output: stdout }, question)
    : undefined,
  readVersion,
});

/** All packages of pgw have the same version. */
function readVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
