import { commands } from '../src/commands.ts';
import { checkCommands } from './check-commands.ts';
import { isInEveryRun } from './is-in-every-run.ts';

// Commands that `npm test` checks; commands.nightly.test.ts has the others.
checkCommands(Object.fromEntries(Object.entries(commands).filter(([name]) => isInEveryRun(name))));
