import type { ListedCommand } from '../context.ts';

/** The commands by name, in the order of the help text. */
export const commands: Readonly<Record<string, ListedCommand>> = {
  doctor: {
    description: 'Check the connection to the gateway, or a running shop (--app).',
    load: async () => (await import('./doctor.ts')).defineDoctor,
  },
  conformance: {
    description: 'Compare the gateway with the interface document, and print the profile that it needs.',
    load: async () => (await import('./conformance.ts')).defineConformance,
  },
  sign: {
    description: 'Sign JSON for a URL and print the message that is hashed. Sends nothing.',
    load: async () => (await import('./sign.ts')).defineSign,
  },
  verify: {
    description: 'Verify the signature of a body, such as a callback. Sends nothing.',
    load: async () => (await import('./sign.ts')).defineVerify,
  },
  channels: {
    description: 'List the channels of the merchant.',
    load: async () => (await import('./channels.ts')).defineChannels,
  },
  banks: {
    description: 'List the banks of a channel.',
    load: async () => (await import('./channels.ts')).defineBanks,
  },
  pay: {
    description: 'Request a payment and print the redirect for the shopper.',
    load: async () => (await import('./pay.ts')).definePay,
  },
  session: {
    description: 'Start a hosted session, in which the shopper can try again.',
    load: async () => (await import('./pay.ts')).defineSession,
  },
  query: {
    description: 'Query a payment by transaction number, session number or both.',
    load: async () => (await import('./query.ts')).defineQuery,
  },
  card: {
    description: 'Authorize, charge, capture or verify a card for an existing transaction.',
    load: async () => (await import('./card.ts')).defineCard,
  },
  refund: {
    description: 'Refund a paid payment: in full (--full) or in part (--amount).',
    load: async () => (await import('./refund.ts')).defineRefund,
  },
  'refund-status': {
    description: 'Query the status of a refund.',
    load: async () => (await import('./refund.ts')).defineRefundStatus,
  },
  payout: {
    description: 'Send money to a bank account, a mobile number or an ID.',
    load: async () => (await import('./payout.ts')).definePayout,
  },
  wallets: {
    description: 'List the wallets of the merchant with their balances.',
    load: async () => (await import('./wallets.ts')).defineWallets,
  },
  history: {
    description: 'List all entries of a wallet, in the order of the gateway.',
    load: async () => (await import('./wallets.ts')).defineHistory,
  },
  reconcile: {
    description: 'Compare a settlement file with the payments of the shop in this folder.',
    load: async () => (await import('./reconcile.ts')).defineReconcile,
  },
  request: {
    description: 'Send the fields of a request to an endpoint, with a new signature.',
    load: async () => (await import('./request.ts')).defineRequest,
  },
  listen: {
    description: 'Follow the callbacks of a sandbox, and forward them to a URL.',
    load: async () => (await import('./listen.ts')).defineListen,
  },
  trigger: {
    description: 'Make something happen to an order at a sandbox, such as payment.paid.',
    load: async () => (await import('./trigger.ts')).defineTrigger,
  },
  completion: {
    description: 'Print the script that completes commands and options in a shell.',
    load: async () => (await import('./completion.ts')).createDefinition(() => commands),
  },
};
