import type { Text } from './text.ts';

/** English for what a press of Pay or a search can lead to. */
export const startEn = {
  'bank.count': { one: '{n} bank found', other: '{n} banks found' },
  'bank.gone': '{bank} has just gone offline. Choose another bank or another way to pay.',
  'busy.slow': 'Still working. Please don’t press Back or close this page.',
  'go.link': 'Continue to {bank}',
  'back.check': 'Check my payment',
  'x.unsure': 'We lost the connection while starting your payment. We’re checking before you try again.',
  'x.dup': 'This order already has a payment. Check it before paying again.',
  'x.total': 'The total is now {amount} (it was {old}). Check it, then press Pay.',
  'x.rate': {
    one: 'Too many tries. Wait {n} minute, then try again.',
    other: 'Too many tries. Wait {n} minutes, then try again.',
  },
} satisfies Record<string, Text>;
