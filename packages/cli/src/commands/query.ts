import { paymentStatus, type Endpoints } from '@pgw/protocol';
import { savedCardToken } from '@pgw/protocol/internal';
import type { Command } from 'commander';
import type { GatewayResponse } from '@pgw/client';
import { formatMoney, addTenantOption } from '../arguments.ts';
import type { Context, DefineCommand } from '../context.ts';
import { formatList } from '../table.ts';

interface QueryOptions {
  /** True when the option has no value. In this case, the argument is the session number. */
  readonly session?: string | true | undefined;
  readonly tenantId?: number | undefined;
}

/** Defines `pgw query`, which queries a payment. */
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
      const record = await context.callGateway((gateway, callOptions) =>
        gateway.queryPayment({ ...numbers, tenantId }, callOptions),
      );
      context.print(record, () => formatRecord(record, context));
    },
  );
};

interface PaymentNumbers {
  readonly transactionNumber?: string | undefined;
  readonly sessionNumber?: string | undefined;
}

function choosePaymentNumbers(
  number: string | undefined,
  session: QueryOptions['session'],
): PaymentNumbers | undefined {
  if (typeof session === 'string') return { transactionNumber: number, sessionNumber: session };
  if (number === undefined) return undefined;
  return session === true ? { sessionNumber: number } : { transactionNumber: number };
}

function formatRecord(
  record: GatewayResponse<Endpoints['queryPayment']>,
  { configuration }: Context,
): string {
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
