import type { Text } from './text.ts';

/** English for choosing and pressing Pay: built in. With `en-result.ts` the list of ids that every other language has to fill. */
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
  'bank.choose': 'Choose your bank',
  'bank.search': 'Search banks',
  'bank.clear': 'Clear search',
  'bank.recent': 'Last used',
  'bank.all': 'All banks',
  'bank.offline': 'Offline',
  'bank.maint': 'Under maintenance',
  'bank.none': 'No bank matches “{query}”. Check the spelling.',
  'bank.req': 'Choose your bank to continue.',
  'bank.fail': 'We couldn’t load the banks.',
  'card.fail': 'We couldn’t load the card form.',
  'bank.category': 'Type of account',
  'bank.personal': 'Personal',
  'bank.business': 'Business',

  // Paying
  'sum.order': 'Order amount',
  'sum.fee': '{channel} fee',
  'sum.total': 'Total to pay',
  pay: 'Pay {amount}',
  'pay.hosted': 'Continue to payment',
  'pay.hosted.note': 'You’ll choose how to pay on the next page.',
  'pay.next': 'Next: approve the payment at {bank}.',
  busy: 'Starting your payment…',

  // The outcome
  retry: 'Try again',

  // Trouble
  'x.load': 'Payment options didn’t load',
  'x.load.text': 'Your order is safe. Try again in a moment.',
  'x.offline': 'You’re offline',
  'x.offline.text': 'We’ll continue when your connection is back.',
  'x.start': 'We couldn’t start your payment. Nothing was charged. Try again.',

  // Words for a name that is not known
  shop: 'the shop',
  bank: 'your bank',
} satisfies Record<string, Text>;
