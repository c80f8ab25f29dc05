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
});
