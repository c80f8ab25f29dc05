import type { Text } from './text.ts';

/** English for the list and Pay: built in. With the other files `en-….ts` the list of ids that every other language has to fill. */
export const en = {
  region: 'Payment',
  amount: 'Amount to pay',
  order: 'Order {ref}',
  loading: 'Loading payment options',
  by: 'Payments by {gateway}',

  // Choosing
  choose: 'How would you like to pay?',
  other: 'Other ways to pay',
  'choose.req': 'Choose a way to pay.',
  fee: '+ {amount} fee',
  min: 'Only for {amount} or more',
  max: 'Only up to {amount}',
  'hint.bank': 'Approve with your bank',
  'hint.wallet': 'Approve in the {channel} app',
  'hint.qr': 'Scan with your banking app',
  'hint.later': 'See the instalments first',
  'hint.points': 'Choose your points next',

  // Paying
  pay: 'Pay {amount}',
  'pay.hosted': 'Continue to payment',
  busy: 'Starting your payment…',

  // What outcomes say as well
  'sum.order': 'Order amount',
  'sum.fee': '{channel} fee',
  retry: 'Try again',

  // Trouble
  'x.load': 'Payment options didn’t load',
  'x.load.text': 'Your order is safe. Try again in a moment.',
  'x.start': 'We couldn’t start your payment. Nothing was charged. Try again.',

  // Words for a name that is not known
  shop: 'the shop',
  bank: 'your bank',
} satisfies Record<string, Text>;
