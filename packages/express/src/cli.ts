#!/usr/bin/env node
import { runProgram } from '@pgw/server/cli';
process.exitCode = await runProgram('pgw-express', process.argv.slice(2));
