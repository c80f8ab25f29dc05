import type { Check } from '../check.ts';
import { runChecks } from '../run-checks.ts';
import type { RegisterCommand } from '../context.ts';
import { FailedCheck } from '../failures.ts';
import { toPrintable } from '../terminal.ts';

const marks = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ', skipped: 'skipped' } as const;

/** Registers `pgw doctor`, which reports problems of the connection to the gateway and their remedies. */
export const registerDoctor: RegisterCommand = (program, contextOf) => {
  program
    .command('doctor')
    .description('Check the connection to the gateway: URL, clock, credentials, signature and channels.')
    .action(async (_options, command) => {
      const context = contextOf(command);
      const checks = await runChecks(context);
      context.print({ checks }, () => checks.map(formatCheck).join('\n'));
      const failed = checks.find(({ state }) => state === 'failed');
      if (failed !== undefined) throw new FailedCheck(failed.exitCode ?? 1);
    });
};

function formatCheck({ name, state, detail, remedy }: Check): string {
  const line = `${marks[state]}  ${name.padEnd(13)}  ${toPrintable(detail)}`;
  return remedy === undefined ? line : `${line}\n${' '.repeat(24)}-> ${toPrintable(remedy)}`;
}
