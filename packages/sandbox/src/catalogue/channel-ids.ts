/** The values of `channelId` in the sandbox. The ids 9 and 15 are reserved for payouts. */
export const channelIds = {
  fpx: 2,
  duitNowQr: 3,
  card: 4,
  kilatPay: 5,
  sentuh: 6,
  pasarPay: 7,
  lompatPay: 8,
  riakWallet: 10,
  merpatiPay: 11,
  ansur: 12,
  bintangRewards: 13,
  lusa: 14,
  tangga: 16,
  lintas: 17,
  dering: 18,
} as const;
