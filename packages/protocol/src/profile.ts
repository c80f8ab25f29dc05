/**
 * Everything that the interface document leaves open, in one overridable object.
 *
 * A gateway that differs from these values is a value in the merchant's configuration, never a change of our
 * source. Each entry cites where it comes from: `interface` is the gateway's interface document; `observed` is
 * the list of facts in `docs/gateway-profile.md`, with its standing (S seen, C common, D documented, A assumed).
 */
export interface GatewayProfile {
  /** Paths relative to the base URL, without a trailing slash. */
  readonly paths: {
    /** observed C: not part of the interface document; not signed. */
    readonly authenticate: string;
    /** interface, endpoint 1. */
    readonly requestPayment: string;
    /** interface, endpoint 8. */
    readonly queryPayment: string;
    /** observed C: hosted session checkout. */
    readonly initialSession: string;
    /** observed A: the interface refers to a channel list and shows no path. */
    readonly getChannels: string;
    /** interface, endpoint 9. */
    readonly getProviderChannels: string;
    /** interface, endpoint 2: the path of a pay-in. */
    readonly payout: string;
    /** interface, endpoint 3. */
    readonly processPayment: string;
    /** observed A: the interface shows neither method nor path. */
    readonly inquiryWallet: string;
    /** interface, endpoint 4. */
    readonly queryWalletHistory: string;
    /** interface, endpoint 6. */
    readonly refundPayment: string;
    /** interface, endpoint 7. */
    readonly queryRefund: string;
  };
  /** interface, section Endpoints. */
  readonly headers: {
    readonly tenant: string;
    readonly authorization: string;
    /** Also the header of a callback (observed C). */
    readonly signature: string;
  };
  /**
   * How the client names the merchant on signed calls, beside the bearer token. observed C: working clients use the header, the
   * property, both or neither.
   */
  readonly tenant: {
    /** Send the merchant ID in the header `headers.tenant`. The login sends it always. */
    readonly header: boolean;
    /** Send the merchant ID as the property `tenantId` (a number) of the body or the query, signed with the rest. */
    readonly property: boolean;
  };
  /** Names of query parameters as they travel; the signature uses the camelCase names of the schemas. */
  readonly queryParameters: {
    /** interface, endpoint 8; observed S: matched without regard to case. */
    readonly transactionNumber: string;
    /** observed S. */
    readonly sessionNumber: string;
    readonly timestamp: string;
    /** observed A. */
    readonly channelId: string;
    /** observed C. */
    readonly tenantId: string;
  };
  /** observed C: what the gateway appends to the return URL. Unsigned; it proves nothing. */
  readonly returnParameters: {
    readonly referenceCode: string;
    readonly transactionNumber: string;
  };
  /**
   * observed A: what a channel tells the shopper to expect, by its id (`id:4`), its group (`group:2`, `group:cards`) or its type
   * (`card`, or `2` where types are numbers). The first of these that has an entry counts, without regard to letter case.
   */
  readonly channelHints: Readonly<Record<string, ChannelHint>>;
  /** observed A: the interface does not list them. Payout methods that are proxies; any other is a bank's code. */
  readonly payoutProxies: {
    readonly mobileNumber: string;
    readonly nationalId: string;
    readonly businessRegistration: string;
  };
  /** observed A: the interface saves cards (`savePayment`) and does not say how one is named or charged. */
  readonly savedCards: {
    /** Property that holds a saved card's token: of ProcessPayment's answer, and of a payment record. */
    readonly responseToken: string;
    /** Member of `channelDetails` that takes the token, in place of number, expiry and name. */
    readonly requestToken: string;
  };
  /** interface, endpoint 2. */
  readonly payoutChannelId: { readonly production: number; readonly staging: number };
}

/** What a shopper is told to expect of a channel. */
export type ChannelHint = 'bank' | 'card' | 'wallet' | 'qr' | 'later' | 'points';

/** The operations whose path the profile holds. */
export type EndpointName = keyof GatewayProfile['paths'];

/** A profile with any entry replaced, at any depth of one. */
export type GatewayProfileOverrides = {
  readonly [Section in keyof GatewayProfile]?: Section extends 'channelHints'
    ? GatewayProfile[Section]
    : Partial<GatewayProfile[Section]>;
};

/** The values that the interface gives or that are common among gateways that serve it. */
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
