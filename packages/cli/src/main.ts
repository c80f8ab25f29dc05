#!/usr/bin/env node
import { exitCode } from './exit-codes.ts';
import { run } from './program.ts';

const abortController = new AbortController();
// `once` removes the listener, so a second signal ends the process immediately.
process.once('SIGINT', () => abortController.abort());

// A program that reads the output may close the pipe early (EPIPE). Without this listener, Node would exit
// with 1, the code of a refused request.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exit(exitCode.defect);
  });

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: abortController.signal,
});
