#!/usr/bin/env node
import { run } from './program.ts';

const stop = new AbortController();
// A second signal ends the process at once, as it does by default.
process.once('SIGINT', () => stop.abort());

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stop.signal,
});
