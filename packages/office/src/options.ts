import type { GatewayClient } from '@pgw/client';
import type { Checkout } from '@pgw/server';
import type { PayoutRequestOptions, SettlementCsvOptions } from '@pgw/server/operator';

/** Every {@link Verb}. */
export const verbs = ['view', 'refund', 'payout', 'resolve', 'erase', 'reveal'] as const;

/**
 * What a clerk may do. `view`: see the pages. `refund`: refund payments and charge authorized cards. `payout`: pay out. `resolve`:
 * decide about payments that wait for a person, and reconcile. `erase` and `reveal`: delete and see personal data.
 */
export type Verb = (typeof verbs)[number];

/** The person who sends a request. */
export interface Clerk {
  /** The id of the person in the shop. It never changes. A second clerk has another one. */
  readonly id: string;
  /** The name in the timeline of payments. */
  readonly name: string;
  /** What the person may do. Without `view`, no page is shown. */
  readonly may: readonly Verb[];
}

/** What the shop knows about an order. */
export interface OrderDescription {
  /** The id of the order. */
  readonly id: string;
  /** The name of the customer. */
  readonly name?: string | undefined;
  /** The email address of the customer. */
  readonly email?: string | undefined;
  /** What was ordered, one text for each line, such as `2 × Liberica, whole bean`. */
  readonly items?: readonly string[] | undefined;
  /** The page of the order in the shop's own administration: a path, or an https address. */
  readonly link?: string | undefined;
  /** A sentence about a problem that a clerk must see. To have the order in "Needs attention" too, return it from `listWarnings`. */
  readonly warning?: string | undefined;
}

/** An account of a checkout with several ones. */
export interface OfficeAccount {
  /** The shop's id of the account. */
  readonly id: string;
  /** The name in the switch. */
  readonly name: string;
}

/** The account of a call. `account` is undefined in an office of one account. */
export interface OfficeCall {
  /** The shop's id of the account. */
  readonly account: string | undefined;
}

/** The beneficiary of a payout. */
export type Beneficiary = PayoutRequestOptions['beneficiary'];

/** The wallets of a merchant. */
export interface OfficeWallets {
  /** The gateway client of the checkout. */
  readonly gateway: Pick<GatewayClient, 'inquiryWallet' | 'walletHistory'>;
  /** The merchant ID. */
  readonly merchantId: number;
}

/** The colors and the shape of the pages, as values of CSS. */
export interface OfficeBrand {
  /** The color of buttons and links. */
  readonly accent?: string | undefined;
  /** The color of texts on the accent. */
  readonly onAccent?: string | undefined;
  /** The background of the pages. */
  readonly paper?: string | undefined;
  /** The color of texts. */
  readonly ink?: string | undefined;
  /** The radius of cards and buttons, such as `8px`. */
  readonly radius?: string | undefined;
}

/** The options of {@link createOffice}. `NativeRequest` is the request of the server framework. */
export interface OfficeOptions<NativeRequest> {
  /** Returns who sends the request, from the shop's own sign-in. Undefined if the person has not signed in. Each request calls it. */
  readonly clerk: (request: NativeRequest) => Clerk | undefined | Promise<Clerk | undefined>;
  /** The path of the office, as browsers see it. Default `/office`. */
  readonly path?: string | undefined;
  /** The name of the shop in the header. Default: `Office`. */
  readonly name?: string | undefined;
  /** The address of an icon in the header, such as `/leaf.svg`: a path of the shop. Default: none. */
  readonly icon?: string | undefined;
  /** Where a person signs in: a path of the shop. The office redirects there, with its own path as `to`. Default: a page with status 401. */
  readonly signInPath?: string | undefined;
  /**
   * The header `WWW-Authenticate` of the page with status 401, for a sign-in by the browser: `Basic realm="Office"`. Default: no
   * such header.
   */
  readonly challenge?: string | undefined;
  /** Where a form of the header signs out with POST: a path of the shop. Default: no form. */
  readonly signOutPath?: string | undefined;
  /** Describes orders, at most 100 at a time. An order that is missing in the result has only its id. */
  readonly describeOrders?:
    | ((
        ids: readonly string[],
        call: OfficeCall,
      ) => readonly OrderDescription[] | Promise<readonly OrderDescription[]>)
    | undefined;
  /** Returns the ids of the orders whose name or email address contains a text, the newest first. At most 100 are shown. */
  readonly findOrders?:
    | ((text: string, call: OfficeCall) => readonly string[] | Promise<readonly string[]>)
    | undefined;
  /** Returns orders that have a payment and a `warning`, for "Needs attention", the most urgent first. At most 100 are shown. */
  readonly listWarnings?:
    | ((call: OfficeCall) => readonly OrderDescription[] | Promise<readonly OrderDescription[]>)
    | undefined;
  /** Called before a refund is requested, for example so that the order cannot be paid again. It may be called twice with an id. */
  readonly onRefundRequest?:
    | ((refund: { readonly orderId: string; readonly id: string }, call: OfficeCall) => void | Promise<void>)
    | undefined;
  /** The sum in minor units, of each currency, above which another clerk must approve a refund or a payout. Default: no approval. */
  readonly secondClerkAbove?: number | undefined;
  /** The accounts that the clerk may see, for a checkout with several accounts. */
  readonly accounts?:
    | ((clerk: Clerk) => readonly OfficeAccount[] | Promise<readonly OfficeAccount[]>)
    | undefined;
  /** The format of the settlement file of the gateway. Default: that of `readSettlementCsv`. */
  readonly settlement?: SettlementCsvOptions | undefined;
  /** The wallets of an account, for their pages and the balance of payouts. Default: no such pages. */
  readonly wallets?: ((call: OfficeCall) => OfficeWallets | undefined) | undefined;
  /** Returns a sentence if the number of a beneficiary looks wrong. The clerk can still make the payout. */
  readonly findPayoutWarning?: ((beneficiary: Beneficiary) => string | undefined) | undefined;
  /** The colors of the pages. */
  readonly brand?: OfficeBrand | undefined;
  /** The current time in milliseconds. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** What an office needs of a checkout. By `snippet`, the request of `clerk` has the type of the server framework. */
export type CheckoutOfOffice<NativeRequest = never> = Pick<
  Checkout<never>,
  'payments' | 'operator' | 'health'
> &
  Partial<Pick<Checkout<NativeRequest>, 'snippet'>>;
