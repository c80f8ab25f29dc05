import { authType, paymentStatus, Redacted, type PaymentOutcome } from '@pgw/protocol';
import { savedCardToken, parseJson } from '@pgw/protocol/internal';
import { Option } from 'commander';
import * as z from '@pgw/protocol/zod';
import { addTenantOption, parseMinorUnits } from '../arguments.ts';
import type { Context, DefineCommand, ResponseOf } from '../context.ts';
import { createUsageError } from '../failures.ts';
import { formatList } from '../table.ts';
import { readStdin } from '../terminal.ts';

const authTypes = {
  'pre-auth': authType.preAuth,
  full: authType.fullPayment,
  partial: authType.partialPayment,
  verify: authType.verify,
} as const;

interface CardOptions {
  readonly type: keyof typeof authTypes;
  readonly amount?: number | undefined;
  readonly cardStdin?: boolean | undefined;
  readonly save?: boolean | undefined;
  readonly last?: boolean | undefined;
  readonly tenantId?: number | undefined;
}

/** The command reads the card from the standard input, because other users can see a command line. */
export const defineCard: DefineCommand = (command, createContext) => {
  command
    .usage('<transaction> --type <type> [options]')
    .argument('<transaction>', 'transaction number')
    .addOption(
      new Option(
        '--type <type>',
        'pre-auth: authorize, full: charge, partial: capture, verify: check the card',
      )
        .choices(Object.keys(authTypes))
        .makeOptionMandatory(),
    )
    .option('--amount <minor>', 'amount in minor units', parseMinorUnits)
    .option(
      '--card-stdin',
      'read {cardNumber, expiryMonth, expiryYear, holderName, securityCode} as JSON from the standard input',
    )
    .option('--save', 'save the card for later payments')
    .option('--last', 'mark the last of several partial payments');
  addTenantOption(command).action(async (transactionNumber: string, options: CardOptions) => {
    const context = createContext();
    const details = options.cardStdin === true ? parseCard(await readStdin(context.terminal)) : {};
    const result = await context.request('processPayment', {
      transactionNumber,
      amount: options.amount,
      channelDetails: { ...details, AuthType: authTypes[options.type] },
      savePayment: options.save,
      LastPayment: options.last,
      tenantId: options.tenantId,
    });
    context.print(result, () => formatResult(result, options, context));
  });
};

type CardResult = ResponseOf<'processPayment'>;

function formatResult(result: CardResult, { save }: CardOptions, { configuration }: Context): string {
  const token = savedCardToken(result, configuration.profile);
  const isVerification = result.type === authType.verify;
  return formatList([
    ['transaction', result.transactionNumber],
    ['partial transaction', result.partialTransactionNumber],
    ['status', formatStatus(result)],
    ['amount', result.amount == null || isVerification ? undefined : `${result.amount} minor units`],
    ['redirect to', result.redirectUrl],
    ['saved card', token === undefined && save !== true ? undefined : describeSavedCard(token)],
  ]);
}

/** The text for a success, by `authType`. Only `fullPayment` and `partialPayment` charge the card. */
const successTexts: Readonly<Record<number, string>> = {
  [authType.preAuth]: 'authorized, not charged yet',
  [authType.fullPayment]: 'paid',
  [authType.partialPayment]: 'captured',
  [authType.verify]: 'the card is valid, nothing was charged',
};

function formatStatus({ status, type, redirectUrl }: CardResult): string {
  const { name, outcome } = paymentStatus(status);
  const texts: Readonly<Partial<Record<PaymentOutcome, string | undefined>>> = {
    paid: successTexts[type],
    authorized: successTexts[authType.preAuth],
    pending: redirectUrl == null ? undefined : 'redirect the shopper to the bank',
  };
  return `${status} ${name}: ${texts[outcome] ?? outcome}`;
}

/** Describes a saved card. The token can charge the card, so at most its last four characters are printed. */
function describeSavedCard(token: string | undefined): string {
  if (token === undefined) return 'no token in this response; query the payment later';
  return token.length < 16 ? 'saved' : `saved, the token ends in ${token.slice(-4)}`;
}

const redactedText = z
  .string()
  .transform((text) => new Redacted(text))
  .exactOptional();

const cardDetails = z.strictObject({
  cardNumber: redactedText,
  expiryMonth: redactedText,
  expiryYear: redactedText,
  holderName: redactedText,
  securityCode: redactedText,
});

function parseCard(text: string): z.output<typeof cardDetails> {
  // The error of the schema may quote the card, so it is ignored.
  const { data } = cardDetails.safeParse(parseJson(text));
  if (data !== undefined) return data;
  const names = Object.keys(cardDetails.shape).join(', ');
  throw createUsageError(
    `The card on the standard input must be a JSON object with these strings: ${names}.`,
  );
}
