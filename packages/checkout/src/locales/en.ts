import type { bankTexts } from './en-banks.ts';
import type { cardTexts } from './en-card.ts';
import type { inAppBrowserTexts } from './en-in-app-browser.ts';
import type { outcomeTexts } from './en-outcomes.ts';
import type { LocaleText, TextsLike } from './plural-text.ts';

/**
 * The English texts of the entry, by id. Every other language has to define a text for each of these ids and of
 * those in the other files of English texts.
 */
export const en = {
  region: 'Payment',
  amount: 'Amount to pay',
  order: 'Order {ref}',
  loading: 'Loading payment options',
  gateway: 'Payments by {gateway}',

  // The list of channels and banks
  choose: 'How would you like to pay?',
  other: 'Other ways to pay',
  'group.banking': 'Online banking',
  'group.cards': 'Cards',
  'group.wallets': 'E-wallets',
  'group.later': 'Pay later and rewards',
  'channel.fpx': 'FPX online banking',
  'channel.card': 'Credit or debit card',
  'choose.required': 'Choose a way to pay.',
  fee: '+ {amount} fee',
  'limit.min': 'Only for {amount} or more',
  'limit.max': 'Only up to {amount}',
  'hint.bank': 'Approve with your bank',
  'hint.bank-or-wallet': 'Approve with your bank or wallet',
  'hint.wallet': 'Approve in the {channel} app',
  'hint.qr': 'Scan with your banking app',
  'hint.later': 'See the instalments first',
  'hint.points': 'Pay with your points',
  'bank.choose': 'Choose your bank',
  'bank.recent': 'Last used',
  'bank.required': 'Choose your bank to continue.',
  'bank.load-failed': 'We couldn’t load the banks.',
  'mixed.choose': 'Choose your bank or wallet',
  'mixed.required': 'Choose your bank or wallet to continue.',
  'mixed.load-failed': 'We couldn’t load the banks and wallets.',
  'plan.choose': 'Choose a plan',
  'plan.required': 'Choose a plan to continue.',
  'plan.load-failed': 'We couldn’t load the plans.',
  'plan.equal': '{n} × {amount}',
  'plan.last': '{n} × {amount}, then {last}',
  'card.load-failed': 'We couldn’t load the card form.',

  // Pay and the redirect
  'sum.order': 'Order amount',
  'sum.fee': '{channel} fee',
  'sum.total': 'Total to pay',
  pay: 'Pay {amount}',
  'pay.at': 'Pay {amount} at {bank}',
  'pay.hosted.note': 'You’ll choose how to pay on the next page.',
  busy: 'Starting your payment…',
  'busy.slow': 'Still working. Please don’t press Back or close this page.',
  redirect: 'Taking you to {bank}',
  'redirect.link': 'Continue to {bank}',
  'returned.check': 'Check my payment',

  // Payment on a phone
  phone: 'Pay on your phone',

  // The outcome of a payment
  expired: 'Payment time ran out',
  retry: 'Try again',

  // The time limit
  'time.left': '{time} left',
  'time.minutes': { one: '{n} minute left to pay.', other: '{n} minutes left to pay.' },
  'time.text': 'After that you can start again. Your choices are kept.',

  // Errors and notices
  'error.empty': 'No way to pay is available',
  'error.load': 'Payment options didn’t load',
  'error.load.text': 'Your order is safe. Try again in a moment.',
  'error.offline': 'You’re offline',
  'error.offline.text': 'We’ll check whether your payment was started when your connection is back.',
  'error.config': '{merchant} can’t take payments right now',
  'error.start': 'We couldn’t start your payment. Nothing was charged. Try again.',
  'error.response-lost':
    'We lost the connection while starting your payment. We’re checking before you try again.',
  unclear: 'We don’t know whether {bank} has your payment',
  'unclear.text': 'You can try again.',
  'error.card-lost': 'We don’t know whether your card was charged. We’re checking.',
  'error.total': 'The total is now {amount} (it was {old}). Check it, then press Pay.',
  'error.total.same': 'The total is {amount}. Check it, then press Pay.',
  'error.rate': {
    one: 'Too many tries. Nothing was charged. Wait {n} minute, then try again.',
    other: 'Too many tries. Nothing was charged. Wait {n} minutes, then try again.',
  },
  'error.no-order': 'We can’t find this order',

  // Links that are copied
  'in-app-browser.copy': 'Copy link',
  'in-app-browser.copied': 'Link copied',

  // Words that replace a name that is not known
  shop: 'the shop',
  'this.shop': 'This shop',
  bank: 'your bank',

  // The card form
  'busy.card': 'Processing your card…',
} satisfies Record<string, LocaleText>;

/** The id of a text of the elements, such as `choose.required`. */
export type TextId = keyof Texts;

/** All texts of one language. The compiler reports missing ids. */
export type Texts = TextsLike<
  typeof en & typeof outcomeTexts & typeof bankTexts & typeof cardTexts & typeof inAppBrowserTexts
>;
