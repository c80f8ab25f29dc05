/** The required fields of a payment request. A session and a payout also require them. */
export const paymentFields = {
  currencyCode: 'MYR',
  amount: 12345,
  referenceCode: 'ORD-1',
  ipAddress: '203.0.113.7',
  returnUrl: 'https://shop.example/return',
  timestamp: 1790000000000,
};

/** The required fields of a payout request. */
export const payoutFields = {
  ...paymentFields,
  channelId: 9,
  providerChannelId: 'B1',
  customer: {},
  localCitizen: true,
};
