import type { DefineCommand } from '../context.ts';
import { confirmHost } from '../conformance/confirm-host.ts';
import { formatReport } from '../conformance/format-report.ts';
import { readSeparation } from '../conformance/account-checks.ts';
import { runConformance } from '../conformance/run-checks.ts';
import { exitCode } from '../exit-codes.ts';
import { FailedCheck } from '../failures.ts';

interface Options {
  readonly full?: boolean | undefined;
  readonly confirmHost?: string | undefined;
  readonly otherAccount?: string | undefined;
  readonly app?: string | undefined;
  readonly otherApp?: string | undefined;
  readonly order?: string | undefined;
}

export const defineConformance: DefineCommand = (command, createContext) => {
  command
    .option('--base-url <url>', 'URL of the gateway (default: PGW_BASE_URL)')
    .option('--full', 'also create payments and a payout; only in a staging environment')
    .option('--confirm-host <name>', 'the name of the host for --full, instead of typing it')
    .option(
      '--other-account <id>',
      'with --full and --account: another merchant of "accounts", which must not see the payments of this one',
    )
    .option('--app <url>', 'with --other-account: also check a running shop, by the address of its checkout')
    .option('--other-app <url>', 'the address of the checkout for the other account')
    .option('--order <id>', 'an unpaid order of the shop: the command starts a payment of it')
    .action(async ({ full = false, confirmHost: hostName, ...options }: Options) => {
      const context = createContext();
      const separation = readSeparation(context, { isFull: full, ...options });
      if (full) await confirmHost(context, hostName);
      const report = await runConformance(context, { isFull: full, separation });
      const { exitCode: code, ...printed } = report;
      context.print(printed, () => formatReport(report));
      if (code === exitCode.refused || code === exitCode.unauthorized || code === exitCode.unreachable)
        throw new FailedCheck(code);
    });
};
