#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { exitCode } from './exit-codes.ts';
import { run } from './program.ts';

const stop = new AbortController();
// A second signal ends the process at once, as it does by default.
process.once('SIGINT', () => stop.abort());

// A reader that has seen enough closes the pipe. Left to Node that ends with 1, which says that the call was refused.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exit(exitCode.defect);
  });

// The same file as the shop's. A variable that the environment has already keeps its value.
if (existsSync('.env')) process.loadEnvFile('.env');

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stop.signal,
});
