/**
 * The settings in which gateways differ: paths, header names, parameter names and identifiers. A merchant overrides them in the
 * configuration, so no source changes.
 *
 * Each entry names its source. `interface` is the gateway's interface document. `observed` is the list of facts in
 * `docs/gateway-profile.md`, with their certainty (S seen, C common, D documented, A assumed).
 */
export interface GatewayProfile {
  /** Paths relative to the base URL, without a trailing slash. */
  readonly paths: {
    /** observed C: not in the interface document. Not signed. */
    readonly authenticate: string;
    /** interface, endpoint 1. */
    readonly requestPayment: string;
    /** interface, endpoint 8. */
    readonly queryPayment: string;
    /** observed C: hosted session checkout. */
    readonly initialSession: string;
    /** observed A: the interface refers to a channel list without its path. */
    readonly getChannels: string;
    /** interface, endpoint 9. */
    readonly getProviderChannels: string;
    /** interface, endpoint 2: the same path as a pay-in. */
    readonly payout: string;
    /** interface, endpoint 3. */
    readonly processPayment: string;
    /** observed A: the interface has neither its method nor its path. */
    readonly inquiryWallet: string;
    /** interface, endpoint 4. */
    readonly queryWalletHistory: string;
    /** interface, endpoint 6. */
    readonly refundPayment: string;
    /** interface, endpoint 7. */
    readonly queryRefund: string;
  };
  /** Names of the headers (interface, section Endpoints). */
  readonly headers: {
    /** Header of the merchant ID. */
    readonly tenant: string;
    /** Header of the bearer token. */
    readonly authorization: string;
    /** Header of the signature, also for callbacks (observed C). */
    readonly signature: string;
  };
  /**
   * How the client sends the merchant ID with signed requests, in addition to the bearer token. observed C: working clients use the
   * header, the property, both or neither.
   */
  readonly tenant: {
    /** Send the merchant ID in the header `headers.tenant`. The login always sends it. */
    readonly header: boolean;
    /** Send the merchant ID as the property `tenantId` (a number) of the body or the query. The signature covers it. */
    readonly property: boolean;
  };
  /** Names of the query parameters in the URL. The signature uses the camelCase names of the schemas. */
  readonly queryParameters: {
    /** interface, endpoint 8; observed S: case-insensitive. */
    readonly transactionNumber: string;
    /** observed S. */
    readonly sessionNumber: string;
    readonly timestamp: string;
    /** observed A. */
    readonly channelId: string;
    /** observed C. */
    readonly tenantId: string;
  };
  /** observed C: parameters that the gateway appends to the return URL. They are not signed, so they prove nothing. */
  readonly returnParameters: {
    readonly referenceCode: string;
    readonly transactionNumber: string;
  };
  /**
   * observed A: the kind of each channel, shown to the shopper. The keys are the id (`id:4`), the group (`group:2`, `group:cards`) or the
   * type (`card`, or `2` where types are numbers) of a channel. The first matching key in this order is used, case-insensitively.
   */
  readonly channelHints: Readonly<Record<string, ChannelHint>>;
  /** observed A: codes of payouts to a proxy identifier, which the interface does not list. Any other code is a bank. */
  readonly payoutProxies: {
    readonly mobileNumber: string;
    readonly nationalId: string;
    readonly businessRegistration: string;
  };
  /** observed A: the interface can save cards (`savePayment`), but does not document how a saved card is charged. */
  readonly savedCards: {
    /** Property with the token of a saved card, in the response of ProcessPayment and in a payment record. */
    readonly responseToken: string;
    /** Property of `channelDetails` with the token, instead of number, expiry and name. */
    readonly requestToken: string;
  };
  /** Channel ids of payouts (interface, endpoint 2). */
  readonly payoutChannelId: { readonly production: number; readonly staging: number };
}

/** The kind of a channel, shown to the shopper as a hint. */
export type ChannelHint = 'bank' | 'card' | 'wallet' | 'qr' | 'later' | 'points';

/** The names of the endpoints. */
export type EndpointName = keyof GatewayProfile['paths'];

/** The entries of a profile that differ from {@link defaultProfile}. */
export type GatewayProfileOverrides = {
  readonly [Section in keyof GatewayProfile]?: Section extends 'channelHints'
    ? GatewayProfile[Section]
    : Partial<GatewayProfile[Section]>;
};

/** The default profile: values of the interface document, or values that are common among gateways. */
export const defaultProfile: GatewayProfile = {
  paths: {
    authenticate: '/api/TokenAuth/Authenticate',
    requestPayment: '/api/services/app/PaymentGateway/RequestPayment',
    queryPayment: '/api/services/app/PaymentGateway/Query',
    initialSession: '/api/services/app/PaymentGateway/InitialSession',
    getChannels: '/api/services/app/Channel/GetChannels',
    getProviderChannels: '/api/services/app/Channel/GetProviderChannels',
    payout: '/api/services/app/PaymentGateway/RequestPayment',
    processPayment: '/api/services/app/PaymentGateway/ProcessPayment',
    inquiryWallet: '/api/services/app/PaymentGateway/InquiryWallet',
    queryWalletHistory: '/api/services/app/PaymentGateway/QueryWalletHistory',
    refundPayment: '/api/services/app/PaymentGateway/RefundPayment',
    queryRefund: '/api/services/app/PaymentGateway/QueryRefund',
  },
  headers: { tenant: 'Abp-TenantId', authorization: 'Authorization', signature: 'cap-signature' },
  tenant: { header: true, property: false },
  queryParameters: {
    transactionNumber: 'TransactionNumber',
    sessionNumber: 'SessionNumber',
    timestamp: 'Timestamp',
    channelId: 'channelId',
    tenantId: 'tenantId',
  },
  returnParameters: { referenceCode: 'ReferenceCode', transactionNumber: 'TransactionNumber' },
  channelHints: {
    onlinebanking: 'bank',
    card: 'card',
    ewallet: 'wallet',
    qr: 'qr',
    paylater: 'later',
    loyalty: 'points',
  },
  payoutProxies: { mobileNumber: 'MBNO', nationalId: 'NRIC', businessRegistration: 'BREG' },
  savedCards: { responseToken: 'paymentToken', requestToken: 'paymentToken' },
  payoutChannelId: { production: 9, staging: 15 },
};
