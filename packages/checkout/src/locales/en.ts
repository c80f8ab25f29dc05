import type { outcomeTexts } from './en-outcomes.ts';
import type { LocaleText, TextsLike } from './plural-text.ts';

/**
 * The English texts of the entry, by id. Every other language has to define a text for each of these ids and of
 * those in en-outcomes.ts.
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
  'hint.points': 'Choose your points next',
  'bank.choose': 'Choose your bank',
  'bank.search': 'Search banks',
  'bank.clear': 'Clear search',
  'bank.recent': 'Last used',
  'bank.all': 'All banks',
  'bank.offline': 'Offline',
  'bank.maintenance': 'Under maintenance',
  'bank.count': { one: '{n} bank found', other: '{n} banks found' },
  'bank.none': 'No bank matches “{query}”. Check the spelling.',
  'bank.required': 'Choose your bank to continue.',
  'bank.unavailable': '{bank} has just gone offline. Choose another bank or another way to pay.',
  'bank.load-failed': 'We couldn’t load the banks.',
  'mixed.choose': 'Choose your bank or wallet',
  'mixed.search': 'Search by name',
  'mixed.all': 'All banks and wallets',
  'mixed.count': { one: '{n} bank or wallet found', other: '{n} banks and wallets found' },
  'mixed.none': 'No bank or wallet matches “{query}”. Check the spelling.',
  'mixed.required': 'Choose your bank or wallet to continue.',
  'mixed.load-failed': 'We couldn’t load the banks and wallets.',
  'plan.choose': 'Choose a plan',
  'plan.required': 'Choose a plan to continue.',
  'plan.load-failed': 'We couldn’t load the plans.',
  'plan.months': { one: '{n} month', other: '{n} months' },
  'plan.equal': '{n} × {amount}',
  'plan.last': '{n} × {amount}, then {last}',
  'plan.total': 'Total {amount}',
  'plan.no-interest': 'No interest',
  'plan.interest': '{percent} interest, {amount}',
  'card.load-failed': 'We couldn’t load the card form.',
  'bank.category': 'Type of account',
  'bank.personal': 'Personal',
  'bank.business': 'Business',

  // Pay and the redirect
  'sum.order': 'Order amount',
  'sum.fee': '{channel} fee',
  'sum.total': 'Total to pay',
  pay: 'Pay {amount}',
  'pay.at': 'Pay {amount} at {bank}',
  'pay.hosted': 'Continue to payment',
  'pay.hosted.note': 'You’ll choose how to pay on the next page.',
  busy: 'Starting your payment…',
  'busy.slow': 'Still working. Please don’t press Back or close this page.',
  redirect: 'Taking you to {bank}',
  'redirect.text': 'Approve {amount} there. You’ll come back here afterwards.',
  'redirect.link': 'Continue to {bank}',
  'redirect.stuck': 'Nothing happening? Use the button below.',
  'returned.check': 'Check my payment',

  // Payment on a phone
  phone: 'Pay on your phone',

  // The outcome of a payment
  'pending.warning': 'If you have approved it, don’t pay again.',
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
  'error.duplicate': 'This order already has a payment. Check it before paying again.',
  'error.too-many': 'This order has too many unfinished payments. Finish one of them, or try again later.',
  'error.checking': 'Your payment is being checked. Don’t pay again until we know the result.',
  'error.total': 'The total is now {amount} (it was {old}). Check it, then press Pay.',
  'error.app': 'This way to pay opens only in its app. Nothing was charged. Choose another way to pay.',
  'error.busy': 'The payment service is busy. Nothing was charged. Try again in a moment.',
  'error.rate': {
    one: 'Too many tries. Nothing was charged. Wait {n} minute, then try again.',
    other: 'Too many tries. Nothing was charged. Wait {n} minutes, then try again.',
  },
  'error.not-found': 'We can’t find that payment',
  'error.session': 'Your session has ended',
  'in-app-browser.text':
    'You’re in another app’s browser. If your bank’s page doesn’t open here, continue in your own browser.',
  'in-app-browser.open': 'Open in browser',
  'in-app-browser.copy': 'Copy link',
  'in-app-browser.copied': 'Link copied',

  // Words that replace a name that is not known
  shop: 'the shop',
  'this.shop': 'This shop',
  bank: 'your bank',

  // The card form
  'card.number': 'Card number',
  'card.expiry': 'Expiry date (MM/YY)',
  'card.expiry.placeholder': 'MM / YY',
  'card.code': 'Security code',
  'card.code.back': '3 digits on the back',
  'card.code.front': '4 digits on the front',
  'card.name': 'Name on card',
  'card.save': 'Save this card for next time',
  'card.save.hint': 'Stored by the payment gateway, not by {merchant}.',
  'card.unknown-brand': 'Card',
  'card.saved': 'Your saved cards',
  'card.masked': '{brand} ending in {last4}',
  'card.expires': 'Expires {date}',
  'card.expired': 'Expired {date}',
  'card.other': 'Use another card',
  'card.insecure': 'This page isn’t secure (https), so you’ll enter your card on the next page.',
  'card.test': 'Fill in a test card',
  'card.test.hint': 'Sandbox: no real money. Choose a brand and an outcome.',
  'card.error.number.required': 'Enter your card number.',
  'card.error.number.short': 'This card number is too short. Check for missing digits.',
  'card.error.number.invalid': 'This card number doesn’t look right. Check each digit.',
  'card.error.brand': '{merchant} doesn’t take {brand} cards. Use another card.',
  'card.error.expiry.required': 'Enter the expiry date, for example 09 / 28.',
  'card.error.expiry.invalid': 'Enter a month from 01 to 12, then the year.',
  'card.error.expiry.past': 'This card has expired. Use another card.',
  'card.error.code': 'Enter the {n}-digit security code.',
  'card.error.name': 'Enter the name as it appears on the card.',
  'busy.card': 'Processing your card…',
} satisfies Record<string, LocaleText>;

/** The id of a text of the elements, such as `choose.required`. */
export type TextId = keyof Texts;

/** All texts of one language. The compiler reports missing ids. */
export type Texts = TextsLike<typeof en & typeof outcomeTexts>;
