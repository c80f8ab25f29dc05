import { toPrintable } from '@pgw/protocol/internal';
import type { Check } from '../doctor/check.ts';
import { runChecks } from '../doctor/run-checks.ts';
import type { RegisterCommand } from '../context.ts';
import { exitCode } from '../exit-codes.ts';
import { FailedCheck } from '../failures.ts';

const marks = { ok: 'ok', warning: 'warning', failed: 'FAILED', skipped: 'skipped' } as const;
const markWidth = 'warning'.length;
const nameWidth = 'configuration'.length;

/** Registers `pgw doctor`, which reports problems of the connection to the gateway and their remedies. */
export const registerDoctor: RegisterCommand = (program, createContext) => {
  program
    .command('doctor')
    .description('Check the connection to the gateway: URL, clock, credentials, signature and channels.')
    .action(async (_options, command) => {
      const context = createContext(command);
      const checks = await runChecks(context);
      context.print({ checks }, () => checks.map(formatCheck).join('\n'));
      const failed = checks.find(({ state }) => state === 'failed');
      if (failed !== undefined) throw new FailedCheck(failed.exitCode ?? exitCode.refused);
    });
};

function formatCheck({ name, state, detail, remedy }: Check): string {
  const label = `${marks[state].padEnd(markWidth)}  ${name.padEnd(nameWidth)}  `;
  const line = `${label}${toPrintable(detail)}`;
  return remedy === undefined ? line : `${line}\n${' '.repeat(label.length)}-> ${toPrintable(remedy)}`;
}
