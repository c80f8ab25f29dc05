import type { Check } from '../check.ts';
import { examine } from '../examination.ts';
import type { Register } from '../context.ts';
import { Finding } from '../failures.ts';
import { printable } from '../terminal.ts';

const marks = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ', skipped: 'skipped' } as const;

/** `pgw doctor`: reports problems of the connection to the gateway, and how to fix them. */
export const doctor: Register = (program, contextOf) => {
  program
    .command('doctor')
    .description('Check the connection to the gateway: URL, clock, credentials, signature and channels.')
    .action(async (_options, command) => {
      const context = contextOf(command);
      const checks = await examine(context);
      context.print({ checks }, () => checks.map(view).join('\n'));
      const failed = checks.find(({ state }) => state === 'failed');
      if (failed !== undefined) throw new Finding(failed.exitCode ?? 1);
    });
};

function view({ name, state, detail, remedy }: Check): string {
  const first = `${marks[state]}  ${name.padEnd(13)}  ${printable(detail)}`;
  return remedy === undefined ? first : `${first}\n${' '.repeat(24)}-> ${printable(remedy)}`;
}
