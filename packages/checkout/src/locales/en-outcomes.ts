import type { LocaleText } from './plural-text.ts';

/** The English texts that are loaded with `resultModule`, so that the entry is smaller. */
export const outcomeTexts = {
  'redirect.text': 'Approve {amount} there. You’ll come back here afterwards.',
  'redirect.stuck': 'Nothing happening? Use the button below.',
  returned: 'Did you finish paying at {bank}?',
  'returned.text': 'If you did, check the payment first so you don’t pay twice.',

  // Payment on a phone
  'phone.text': 'Scan the code with your phone’s camera and approve {amount} at {bank}.',
  'phone.waiting': 'Waiting for your payment. This page updates when you have paid.',
  'phone.code': 'QR code of the payment at {bank}',
  'phone.continue': 'Continue on this device',
  'phone.unavailable': 'This payment can’t be opened on a phone. Continue on this device.',
  'phone.returned': 'Go back to the device where you started. You can close this page.',

  // The outcome of a payment
  pending: 'Confirming your payment',
  'pending.0': 'We’re waiting for {bank} to confirm. This usually takes a few seconds.',
  'pending.1': 'This is taking longer than usual.',
  'pending.2': '{bank} hasn’t confirmed yet. You can close this page; {merchant} will update your order.',
  'pending.unapproved':
    'We’re waiting for {bank}. If you haven’t approved the payment yet, approve it there.',
  'pending.warning': 'If you have approved it, don’t pay again.',
  'pending.check': 'Check again',
  'pending.approver': 'Waiting for your company’s approver',
  'pending.approver.text':
    'Another person in your company has to approve this payment at {bank}. That may take days. You can close this page; {merchant} will update your order.',
  success: 'Payment successful',
  'success.text': 'Thank you. {merchant} has received your payment.',
  authorized: 'Card approved',
  'authorized.text': '{merchant} will charge {amount} later.',
  failed: 'Payment not completed',
  'failed.declined': '{bank} declined this payment.',
  'failed.funds': 'There isn’t enough money in the account. Try another way to pay.',
  'failed.limit':
    '{amount} is above your limit for this account. Raise the limit in your bank’s app or pay another way.',
  'failed.min': '{amount} is too small for this way to pay. Pay another way.',
  'failed.card': 'Your card was declined. Check the details, use another card, or ask your bank.',
  'failed.authentication': 'Your bank couldn’t confirm that it was you. Try again, or use another card.',
  'declined.card': 'The card number and the security code were cleared. Enter them again.',
  'declined.code': 'The security code was cleared. Enter it again.',
  'declined.other': 'You can also pay another way.',
  canceled: 'Payment cancelled',
  'canceled.text': 'You cancelled before finishing.',
  lost: '{bank} has your payment, but we can’t open it',
  'lost.text': 'If you pay again, you may pay twice. Ask {merchant} first.',
  'not-sent': 'Not paid yet',
  'not-sent.text': 'No card was sent for this payment. Try again or pay another way.',
  'expired.text': 'This payment wasn’t finished in time. Your order is still here.',
  refunded: 'Payment refunded',
  'refunded.text': 'It has been returned to you.',
  refunding: 'Refund in progress',
  'refunding.text': 'It is being returned to you.',
  second: 'You paid twice',
  'second.text': '{merchant} has been informed.',
  'second.no-refund': 'No refund has been requested yet. Contact {merchant} about this payment.',
  'second.refunding': 'We will return {amount} to {channel}.',
  'second.refunded': 'We returned {amount} to {channel}.',

  // A name that is not known
  'bank.card': 'your card’s bank',

  // Exactly one of these sentences is shown with each outcome: see result/screens/money.ts.
  'money.taken': 'The money was taken.',
  'money.not-taken': 'No money was taken.',
  'money.held': 'Your bank is holding the money. It hasn’t been taken yet.',
  'money.unknown': 'We don’t know yet whether money was taken. Don’t pay again until we do.',
  'money.unclear': 'We don’t know yet whether money was taken.',
  'money.unapproved': 'No money moves before you approve the payment there.',

  // The buttons and the facts
  'choose-another': 'Choose another way to pay',
  'view-order': 'View your order',
  restart: 'Start again',
  copy: 'Copy reference',
  copied: 'Reference copied',
  'copy.select': 'The reference is selected. Copy it from your device’s menu.',
  'fact.total': 'Total',
  'fact.points': 'Paid with points',
  'fact.money': 'Paid with money',
  'fact.paid-with': 'Paid with',
  'fact.reference': 'Reference',
  'fact.date': 'Date',
  'fact.refunded': 'Refunded',
  'fact.refund-requested': 'Refund requested',

  // Notices. Until they are loaded, the notice says that nothing is known.
  'error.other-ways': 'You can also pay with {ways}.',
  'error.duplicate': 'This order already has a payment. Check it before paying again.',
  'error.too-many': 'This order has too many unfinished payments. Finish one of them, or try again later.',
  'error.checking': 'Your payment is being checked. Don’t pay again until we know the result.',
  'error.app': 'This way to pay opens only in its app. Nothing was charged. Choose another way to pay.',
  'error.busy': 'The payment service is busy. Nothing was charged. Try again in a moment.',
  'error.session': 'This order can’t be paid here now',
  'already-paid': 'This order is already paid',

  // Failures
  'error.empty.text': 'Nothing here accepts {amount}. Contact {merchant} to pay another way.',
  'error.config.text': 'This isn’t something you can fix. Please try later or contact the shop.',
  'error.session.ended': 'No new payment was started. The order may be paid already, or you were signed out.',
  'error.session.checking': 'We are checking whether a payment was started.',
  'error.session.back': 'Back to {merchant}',
  'error.not-found': 'We can’t find that payment',
  'error.not-found.text': 'The link may be incomplete. Check your order or contact {merchant}.',
} satisfies Record<string, LocaleText>;
