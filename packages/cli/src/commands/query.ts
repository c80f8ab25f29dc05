import { paymentStatus } from '@pgw/protocol';
import { savedCardToken } from '@pgw/protocol/internal';
import type { Command } from 'commander';
import { addTenantOption } from '../arguments.ts';
import type { Context, DefineCommand, ResponseOf } from '../context.ts';
import { formatList, formatMoney } from '../table.ts';

interface QueryOptions {
  /** True when the option has no value. In this case, the argument is the session number. */
  readonly session?: string | true | undefined;
  readonly tenantId?: number | undefined;
}

export const defineQuery: DefineCommand = (command, createContext) => {
  command
    .argument('[number]', 'transaction number, or session number if --session has no value')
    .option('--session [number]', 'session number');
  addTenantOption(command).action(
    async (number: string | undefined, { session, tenantId }: QueryOptions, parsedCommand: Command) => {
      const numbers = choosePaymentNumbers(number, session);
      if (numbers === undefined)
        parsedCommand.error('error: give a transaction number, --session <number>, or both');
      const context = createContext();
      const record = await context.request('queryPayment', { ...numbers, tenantId });
      context.print(record, () => formatRecord(record, context));
    },
  );
};

function choosePaymentNumbers(number: string | undefined, session: QueryOptions['session']) {
  if (typeof session === 'string') return { transactionNumber: number, sessionNumber: session };
  if (number === undefined) return undefined;
  return session === true ? { sessionNumber: number } : { transactionNumber: number };
}

function formatRecord(record: ResponseOf<'queryPayment'>, { configuration }: Context): string {
  const { name, outcome } = paymentStatus(record.status);
  const hasSavedCard = savedCardToken(record, configuration.profile) !== undefined;
  return formatList([
    ['transaction', record.transactionNumber],
    ['session', record.paymentSessionNumber],
    ['reference', record.referenceCode],
    ['status', `${record.status} ${name}: ${outcome}`],
    ['amount', formatMoney(record.amount, record.currencyCode)],
    ['channel', record.channelId],
    ['bank', record.providerChannelId],
    ['method', record.providerPaymentMethod],
    ['provider number', record.providerTransactionNumber],
    ['created', record.creationTime],
    ['remark', record.remark],
    ['provider message', record.providerErrorMessage],
    ['saved card', hasSavedCard ? 'yes, its token is not printed' : undefined],
  ]);
}
