import { PgwError, walletEntryType, walletStatus, walletType } from '@pgw/protocol';
import type { Command } from 'commander';
import type { WalletHistoryPage } from '../../wallet-history.ts';
import { integer } from '../arguments.ts';
import type { Context, Register } from '../context.ts';
import { table } from '../table.ts';

/** Names of the numbers of a table of the protocol. */
function namesOf(numbers: Readonly<Record<string, number>>): (value: number) => string {
  const names = new Map(Object.entries(numbers).map(([name, value]) => [value, name]));
  return (value) => names.get(value) ?? String(value);
}

const typeName = namesOf(walletType);
const statusName = namesOf(walletStatus);
const entryName = namesOf(walletEntryType);

/** `pgw wallets`: the wallets of the merchant. */
export const wallets: Register = (program, contextOf) => {
  program
    .command('wallets')
    .description('List the wallets of the merchant with their balances.')
    .action(async (_options, command: Command) => {
      const context = contextOf(command);
      const { signal } = context.terminal;
      const tenantId = tenantOf(context);
      const found = await context.withGateway((gateway) => gateway.inquiryWallet({ tenantId }, { signal }));
      context.print(found, () =>
        table(found.wallets, [
          { title: 'ID', cell: ({ id }) => id },
          { title: 'TYPE', cell: (wallet) => typeName(wallet.walletType) },
          { title: 'STATUS', cell: (wallet) => statusName(wallet.walletStatus) },
          { title: 'BALANCE', cell: ({ balance }) => balance },
          { title: 'CURRENCY', cell: ({ currencyCode }) => currencyCode },
        ]),
      );
    });
};

function tenantOf({ configuration }: Context): number {
  const tenantId = Number(configuration.clientOptions().merchantId);
  if (Number.isSafeInteger(tenantId)) return tenantId;
  throw new PgwError('invalid-configuration', 'The wallet inquiry takes a merchant ID that is an integer.');
}

interface HistoryOptions {
  readonly from?: string;
  readonly to?: string;
}

const thirtyDaysMs = 30 * 24 * 3600 * 1000;

/** `pgw history`: all entries of a wallet within a time. */
export const history: Register = (program, contextOf) => {
  program
    .command('history')
    .description('List the entries of a wallet, oldest pages first as the gateway gives them.')
    .argument('<wallet>', 'id of a wallet (see wallets)', integer)
    .option('--from <date>', 'start, UTC, as 2026-11-01 or 2026-11-01T08:00:00Z (default: 30 days ago)')
    .option('--to <date>', 'end, UTC (default: now)')
    .action(async (walletId: number, options: HistoryOptions, command: Command) => {
      const context = contextOf(command);
      const now = Date.now();
      const dateTimeFrom = options.from ?? new Date(now - thirtyDaysMs).toISOString();
      const dateTimeTo = options.to ?? new Date(now).toISOString();
      const read = await readHistory(context, { walletId, dateTimeFrom, dateTimeTo });
      context.print(read, () => historyView(read.walletHistories));
    });
};

async function readHistory(
  context: Context,
  input: { readonly walletId: number; readonly dateTimeFrom: string; readonly dateTimeTo: string },
) {
  const { signal } = context.terminal;
  const entries: WalletHistoryPage['walletHistories'] = [];
  let walletBalance: number | undefined;
  await context.withGateway(async (gateway) => {
    for await (const page of gateway.walletHistory(input, { signal })) {
      walletBalance = page.walletBalance;
      entries.push(...page.walletHistories);
      if (page.nextRecords != null && page.nextRecords > 0) context.progress(`${entries.length} entries…`);
    }
  });
  return { walletId: input.walletId, walletBalance, walletHistories: entries };
}

function historyView(entries: WalletHistoryPage['walletHistories']): string {
  return table(entries, [
    { title: 'ID', cell: ({ id }) => id },
    { title: 'DATE (UTC)', cell: ({ createdDate }) => createdDate },
    { title: 'TYPE', cell: ({ type }) => entryName(type) },
    { title: 'TRANSACTION', cell: ({ transactionNumber }) => transactionNumber },
    { title: 'REFERENCE', cell: ({ refenceCode }) => refenceCode },
    { title: 'AMOUNT', cell: ({ amount }) => amount },
    { title: 'BALANCE', cell: (entry) => entry.postTransactionWalletBalance },
    { title: 'CURRENCY', cell: ({ currencyCode }) => currencyCode },
  ]);
}
