import { commands } from '../src/commands.ts';
import { checkCommands } from './check-commands.ts';
import { isInEveryRun } from './is-in-every-run.ts';

checkCommands(Object.fromEntries(Object.entries(commands).filter(([name]) => !isInEveryRun(name))));
