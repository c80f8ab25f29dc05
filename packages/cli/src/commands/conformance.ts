import type { DefineCommand } from '../context.ts';
import { confirmHost } from '../conformance/confirm-host.ts';
import { formatReport } from '../conformance/format-report.ts';
import { runConformance } from '../conformance/run-checks.ts';
import { exitCode } from '../exit-codes.ts';
import { FailedCheck } from '../failures.ts';

interface Options {
  readonly full?: boolean | undefined;
  readonly confirmHost?: string | undefined;
}

export const defineConformance: DefineCommand = (command, createContext) => {
  command
    .option('--base-url <url>', 'URL of the gateway (default: PGW_BASE_URL)')
    .option('--full', 'also create payments and a payout; only in a staging environment')
    .option('--confirm-host <name>', 'the name of the host for --full, instead of typing it')
    .action(async ({ full = false, confirmHost: hostName }: Options) => {
      const context = createContext();
      if (full) await confirmHost(context, hostName);
      const report = await runConformance(context, { isFull: full });
      const { exitCode: code, ...printed } = report;
      context.print(printed, () => formatReport(report));
      if (code === exitCode.refused || code === exitCode.unauthorized || code === exitCode.unreachable)
        throw new FailedCheck(code);
    });
};
