import { toPrintable } from '@pgw/protocol/internal';
import type { Check } from '../doctor/reachability.ts';
import { runAppChecks } from '../doctor/app.ts';
import { runChecks } from '../doctor/run-checks.ts';
import type { DefineCommand } from '../context.ts';
import { exitCode } from '../exit-codes.ts';
import { createUsageError, FailedCheck } from '../failures.ts';

const marks = { ok: 'ok', warning: 'warning', failed: 'FAILED', skipped: 'skipped' } as const;
const markWidth = 'warning'.length;
const nameWidth = 'configuration'.length;

export const defineDoctor: DefineCommand = (command, createContext) => {
  command.option('--app <url>', 'check a running shop, by the address of its checkout');
  command.action(async ({ app }: { readonly app?: string }) => {
    const context = createContext();
    if (app !== undefined && !(/^https?:/i.test(app) && URL.canParse(app)))
      throw createUsageError('--app must be the address of the checkout, such as https://shop.example/pgw.');
    const checks = app === undefined ? await runChecks(context) : await runAppChecks(context, app);
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
