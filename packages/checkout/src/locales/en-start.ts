import type { Text } from './text.ts';

/** English for what a choice or a press of Pay leads to. */
export const startEn = {
  'sum.total': 'Total to pay',
  'pay.hosted.note': 'You’ll choose how to pay on the next page.',
  'pay.next': 'Next: approve the payment at {bank}.',
  'bank.choose': 'Choose your bank',
  'bank.req': 'Choose your bank to continue.',
  'bank.fail': 'We couldn’t load the banks.',
  'bank.gone': '{bank} has just gone offline. Choose another bank or another way to pay.',
  'card.fail': 'We couldn’t load the card form.',
  'busy.slow': 'Still working. Please don’t press Back or close this page.',
  'go.link': 'Continue to {bank}',
  'back.check': 'Check my payment',
  'x.offline': 'You’re offline',
  'x.offline.text': 'We’ll continue when your connection is back.',
  'x.unsure': 'We lost the connection while starting your payment. We’re checking before you try again.',
  'x.dup': 'This order already has a payment. Check it before paying again.',
  'x.checking': 'Your payment is being checked. You don’t need to pay again.',
  'x.total': 'The total is now {amount} (it was {old}). Check it, then press Pay.',
  'x.busy': 'The payment service is busy. Nothing was charged. Try again in a moment.',
  'x.rate': {
    one: 'Too many tries. Wait {n} minute, then try again.',
    other: 'Too many tries. Wait {n} minutes, then try again.',
  },
} satisfies Record<string, Text>;
