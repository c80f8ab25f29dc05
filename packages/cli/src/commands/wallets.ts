import { walletEntryType, walletStatus, walletType } from '@pgw/protocol';
import type { WalletHistoryRequest, WalletHistoryPage } from '@pgw/client';
import { addTenantOption, parseInteger } from '../arguments.ts';
import type { Context, DefineCommand } from '../context.ts';
import { createUsageError } from '../failures.ts';
import { formatDecimal, formatTable, nameNumbers } from '../table.ts';

const toTypeName = nameNumbers(walletType);
const toStatusName = nameNumbers(walletStatus);
const toEntryName = nameNumbers(walletEntryType);

export const defineWallets: DefineCommand = (command, createContext) => {
  const description = 'merchant ID of the wallets (default: the merchant ID of the configuration)';
  addTenantOption(command, description).action(async (options: { readonly tenantId?: number }) => {
    const context = createContext();
    const tenantId = options.tenantId ?? readTenantId(context);
    const inquiry = await context.request('inquiryWallet', { tenantId });
    context.print(inquiry, () =>
      formatTable(inquiry.wallets, [
        { title: 'ID', cell: ({ id }) => id },
        { title: 'TYPE', cell: (wallet) => toTypeName(wallet.walletType) },
        { title: 'STATUS', cell: (wallet) => toStatusName(wallet.walletStatus) },
        { title: 'BALANCE', cell: ({ balance, currencyCode }) => formatDecimal(balance, currencyCode) },
        { title: 'CURRENCY', cell: ({ currencyCode }) => currencyCode },
      ]),
    );
  });
};

function readTenantId({ configuration }: Context): number {
  const tenantId = Number(configuration.requireClientOptions().merchantId);
  if (Number.isSafeInteger(tenantId)) return tenantId;
  throw createUsageError('The wallet inquiry needs an integer as merchant ID. Use --tenant-id.');
}

interface HistoryOptions {
  readonly from: string;
  readonly to?: string | undefined;
  readonly tenantId?: number | undefined;
}

/** The default start of the period. It is earlier than any wallet. */
const defaultStartDate = '2000-01-01';

export const defineHistory: DefineCommand = (command, createContext) => {
  command
    .argument('<wallet>', 'id of a wallet (see pgw wallets)', parseInteger)
    .option('--from <date>', 'start, UTC, such as 2026-11-01 or 2026-11-01T08:00:00Z', defaultStartDate)
    .option('--to <date>', 'end, UTC (default: now)');
  addTenantOption(command).action(async (walletId: number, options: HistoryOptions) => {
    const context = createContext();
    const { from, to = new Date().toISOString(), tenantId } = options;
    const history = await readHistory(context, { walletId, dateTimeFrom: from, dateTimeTo: to, tenantId });
    context.print(history, () => formatHistory(history.walletHistories));
  });
};

async function readHistory(context: Context, input: WalletHistoryRequest) {
  const entries: WalletHistoryPage['walletHistories'] = [];
  let walletBalance: number | undefined;
  await context.callGateway(async (gateway, callOptions) => {
    for await (const page of gateway.walletHistory(input, callOptions)) {
      walletBalance = page.walletBalance;
      entries.push(...page.walletHistories);
      if (page.nextRecords != null && page.nextRecords > 0) context.progress(`${entries.length} entries…`);
    }
  });
  return { walletId: input.walletId, walletBalance, walletHistories: entries };
}

function formatHistory(entries: WalletHistoryPage['walletHistories']): string {
  return formatTable(entries, [
    { title: 'ID', cell: ({ id }) => id },
    { title: 'DATE (UTC)', cell: ({ createdDate }) => createdDate },
    { title: 'TYPE', cell: ({ type }) => toEntryName(type) },
    { title: 'TRANSACTION', cell: ({ transactionNumber }) => transactionNumber },
    // `refenceCode` is the spelling of the gateway.
    { title: 'REFERENCE', cell: ({ refenceCode }) => refenceCode },
    { title: 'AMOUNT', cell: ({ amount, currencyCode }) => formatDecimal(amount, currencyCode) },
    {
      title: 'BALANCE',
      cell: ({ postTransactionWalletBalance: balance, currencyCode }) => formatDecimal(balance, currencyCode),
    },
    { title: 'CURRENCY', cell: ({ currencyCode }) => currencyCode },
    { title: 'DESCRIPTION', cell: ({ description }) => description },
  ]);
}
