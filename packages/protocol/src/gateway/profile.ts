/**
 * The settings that differ between gateways: paths, header names, parameter names and identifiers. A merchant
 * can override each entry in the configuration.
 *
 * Each entry names its source: the gateway's interface document, public clients of such gateways, responses
 * of a staging gateway, or our own assumption. `docs/gateway-profile.md` has the details.
 */
export interface GatewayProfile {
  /** Paths relative to the base URL, without a trailing slash. */
  readonly paths: {
    /** Public clients: the interface does not have this endpoint. Its requests are not signed. */
    readonly authenticate: string;
    /** Interface, endpoint 1. */
    readonly requestPayment: string;
    /** Interface, endpoint 8. */
    readonly queryPayment: string;
    /** Public clients: the interface does not have hosted sessions. */
    readonly initialSession: string;
    /** Assumption: the interface mentions a channel list without its path. */
    readonly getChannels: string;
    /** Interface, endpoint 9. */
    readonly getProviderChannels: string;
    /** Assumption: the interface has no list of the banks of payouts. It has the same path as `getProviderChannels`. */
    readonly getPayoutBanks: string;
    /** Interface, endpoint 2. A payout has the same path as `requestPayment`. */
    readonly payout: string;
    /** Interface, endpoint 3. */
    readonly processPayment: string;
    /** Assumption: the interface describes this endpoint without its method and path. */
    readonly inquiryWallet: string;
    /** Interface, endpoint 4. */
    readonly queryWalletHistory: string;
    /** Interface, endpoint 6. */
    readonly refundPayment: string;
    /** Interface, endpoint 7. */
    readonly queryRefund: string;
  };
  /** The names of the headers (interface document, section Endpoints). */
  readonly headers: {
    /** The header of the merchant ID. */
    readonly tenant: string;
    /** The header of the bearer token. */
    readonly authorization: string;
    /** The header of the signature. Public clients show that callbacks have the same header. */
    readonly signature: string;
  };
  /**
   * How the client sends the merchant ID with signed requests, in addition to the bearer token. Public
   * clients send the header, the property, both or neither.
   */
  readonly tenant: {
    /** True to send the merchant ID in the header `headers.tenant`. The login always has this header. */
    readonly header: boolean;
    /**
     * True to send the merchant ID as the number `tenantId` in the body or the query. The signature covers
     * it.
     */
    readonly property: boolean;
  };
  /** The names of the query parameters in the URL. The signature uses the camelCase names of the schemas. */
  readonly queryParameters: {
    /** Interface, endpoint 8. A staging gateway accepts the name in any letter case. */
    readonly transactionNumber: string;
    /** A staging gateway accepts this name. */
    readonly sessionNumber: string;
    /** Interface, endpoint 8. */
    readonly timestamp: string;
    /** Assumption: the interface does not name this parameter. */
    readonly channelId: string;
    /** Public clients send this name. */
    readonly tenantId: string;
  };
  /**
   * The parameters that the gateway appends to the return URL. Public clients read these names. The
   * parameters are not signed, so they prove nothing.
   */
  readonly returnParameters: {
    readonly referenceCode: string;
    readonly transactionNumber: string;
  };
  /**
   * The hint of a channel for the shopper. A key is its id (`id:4`), group (`group:2`, `group:cards`) or type (`card`, `2`);
   * the first match in this order counts, in any letter case. The default is our assumption.
   */
  readonly channelHints: Readonly<Record<string, ChannelHint>>;
  /**
   * Whether no money moves before the shopper approves the payment on the page of the channel. Only then does the element
   * say so after an unclear start. The default is our assumption.
   */
  readonly approvals: Readonly<Record<ChannelHint, boolean>>;
  /**
   * The codes of payouts to an identifier of a person or company, instead of a bank account. A payout sends
   * the code as `providerChannelId`. The codes are our assumption, because the interface does not list them.
   * Any other code is the code of a bank.
   */
  readonly payoutProxies: {
    readonly mobileNumber: string;
    readonly nationalId: string;
    readonly businessRegistration: string;
  };
  /**
   * The names of the token of a saved card. They are our assumption. The interface can save cards
   * (`savePayment`), but does not document how to charge a saved card.
   */
  readonly savedCards: {
    /** The property with the token, in the response of ProcessPayment and in a payment record. */
    readonly responseToken: string;
    /** The property of `channelDetails` with the token. It replaces number, expiry and name. */
    readonly requestToken: string;
  };
  /**
   * How the hosted page is opened. With `endpoint: 'initialSession'`, a session is started, in which the shopper can try again
   * until it ends after `sessionMinutes`. Public clients have both forms.
   */
  readonly hostedPage: {
    readonly endpoint: 'requestPayment' | 'initialSession';
    /** The lifetime of a session, in minutes. It is not sent with `requestPayment`. */
    readonly sessionMinutes: number;
  };
  /** The ids of the payout channels (interface document, endpoint 2). */
  readonly payoutChannelId: { readonly production: number; readonly staging: number };
}

/**
 * A hint for the shopper: whether a channel is a bank, a card, a wallet or another way to pay. `bank-or-wallet`: the
 * list of the channel holds banks and wallets.
 */
export type ChannelHint = 'bank' | 'bank-or-wallet' | 'card' | 'wallet' | 'qr' | 'later' | 'points';

/** The names of the endpoints. */
export type EndpointName = keyof GatewayProfile['paths'];

/** The entries of a profile that differ from {@link defaultProfile}. */
export type GatewayProfileOverrides = {
  readonly [Section in keyof GatewayProfile]?: Section extends 'channelHints'
    ? GatewayProfile[Section]
    : Partial<GatewayProfile[Section]>;
};

/**
 * The default profile. Its values are from the interface document, or common among gateways, or our
 * assumption.
 */
export const defaultProfile: GatewayProfile = {
  paths: {
    authenticate: '/api/TokenAuth/Authenticate',
    requestPayment: '/api/services/app/PaymentGateway/RequestPayment',
    queryPayment: '/api/services/app/PaymentGateway/Query',
    initialSession: '/api/services/app/PaymentGateway/InitialSession',
    getChannels: '/api/services/app/Channel/GetChannels',
    getProviderChannels: '/api/services/app/Channel/GetProviderChannels',
    getPayoutBanks: '/api/services/app/Channel/GetProviderChannels',
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
  approvals: {
    bank: true,
    'bank-or-wallet': true,
    card: false,
    wallet: true,
    qr: true,
    later: true,
    points: false,
  },
  payoutProxies: { mobileNumber: 'MBNO', nationalId: 'NRIC', businessRegistration: 'BREG' },
  savedCards: { responseToken: 'paymentToken', requestToken: 'paymentToken' },
  hostedPage: { endpoint: 'requestPayment', sessionMinutes: 30 },
  payoutChannelId: { production: 9, staging: 15 },
};
