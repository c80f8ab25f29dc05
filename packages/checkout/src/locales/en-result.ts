import type { Text } from './text.ts';

/** English for what comes after: outcomes, the way to the bank, the time limit, and what only the shop can mend. */
export const resultEn = {
  // Paying
  go: 'Taking you to {bank}',
  'go.text': 'Approve {amount} there. You’ll come back here afterwards.',
  'go.stuck': 'Nothing happening? Use the button below.',
  back: 'Did you finish paying at {bank}?',
  'back.text': 'If you did, check the payment first so you don’t pay twice.',

  // The outcome
  pend: 'Confirming your payment',
  'pend.0': 'We’re waiting for {bank} to confirm. This usually takes a few seconds.',
  'pend.1': 'This is taking longer than usual. You don’t need to pay again.',
  'pend.2': '{bank} hasn’t confirmed yet. You can close this page; {merchant} will update your order.',
  'pend.again': 'Check again',
  ok: 'Payment successful',
  'ok.text': 'Thank you. {merchant} has received your payment.',
  'ok.auth': 'Card approved',
  'ok.auth.text': '{merchant} will charge {amount} when it confirms your order.',
  fail: 'Payment not completed',
  'fail.declined': '{bank} declined this payment. No money was taken.',
  'fail.funds': 'There isn’t enough money in the account. Try another way to pay.',
  'fail.limit':
    '{amount} is above your limit for this account. Raise the limit in your bank’s app or pay another way.',
  'fail.min': '{amount} is below the smallest payment this way. Pay another way.',
  'fail.card': 'Your card was declined. Check the details, use another card, or ask your bank.',
  cancel: 'Payment cancelled',
  'cancel.text': 'You cancelled before finishing. No money was taken.',
  exp: 'Payment time ran out',
  'exp.text': 'This payment wasn’t finished in time. Your order is still here.',
  refund: 'Payment refunded',
  'refund.wait': 'Refund in progress',
  another: 'Choose another way to pay',
  done: 'View your order',
  restart: 'Start again',
  copy: 'Copy reference',
  copied: 'Reference copied',
  'copy.select': 'The reference is selected. Copy it from your device’s menu.',
  'f.amount': 'Amount',
  'f.with': 'Paid with',
  'f.ref': 'Reference',
  'f.date': 'Date',

  // The time limit
  'time.left': '{time} left',
  'time.min': { one: '{n} minute left to pay.', other: '{n} minutes left to pay.' },
  'time.keep': 'After that you can start again. Your choices are kept.',
  'time.more': 'Get more time',

  // Trouble
  'x.empty': 'No way to pay is available',
  'x.empty.text': 'Nothing here accepts {amount}. Contact {merchant} to pay another way.',
  'x.config': '{merchant} can’t take payments right now',
  'x.config.text': 'This isn’t something you can fix. Please try later or contact the shop.',
  'x.lost': 'We can’t find that payment',
  'x.lost.text': 'The link may be incomplete. Check your order or contact {merchant}.',
  'app.text':
    'You’re in another app’s browser. If your bank’s page doesn’t open here, continue in your own browser.',
  'app.open': 'Open in browser',
  'app.copy': 'Copy link',
  'app.copied': 'Link copied',

  // Words for a name that is not known
  'this.shop': 'This shop',
} satisfies Record<string, Text>;
