import type { Payment } from '@pgw/server';
import type { Person } from '@pgw/server/operator';
import type { Html } from '@pgw/pages';
import type { HttpReply } from '@pgw/server/http';
import type {
  CheckoutOfOffice,
  Clerk,
  OfficeAccount,
  OfficeOptions,
  OrderDescription,
  Verb,
} from './options.ts';
import type { Form } from './http/forms.ts';
import type { Refusal } from './pages/refusal.ts';

/** What a handler of a request uses. */
export interface Office {
  readonly options: OfficeOptions<never>;
  /** The checkout, whose methods have the account of the request. */
  readonly checkout: CheckoutOfOffice;
  /** The operator, whose decisions have the name of the clerk. */
  readonly operator: CheckoutOfOffice['operator'];
  readonly clerk: Clerk;
  /** Undefined in an office of one account. */
  readonly account: OfficeAccount | undefined;
  readonly now: number;
}

/** A request of a clerk who has the permission of its route. */
export interface OfficeRequest {
  /** The parts of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly form: Form;
  readonly message: Message | undefined;
  readonly clientAddress: string;
  readonly userAgent: string | undefined;
  /** The origin of the office, as the browser sees it. */
  readonly origin: string;
}

/** Handles a request. Undefined: there is no such page. */
export type Handler = (office: Office, request: OfficeRequest) => Promise<Reply | undefined>;

/** A route of the office. In its path, `:name` is a part with any text. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly verb: Verb;
  readonly handle: Handler;
  /** Whether the form has a settlement file. Default false. */
  readonly hasFile?: boolean;
}

/** The descriptions of orders, by their ids. An order without one has only its id. */
export type Descriptions = ReadonlyMap<string, OrderDescription>;

/** The maximum number of orders in a call of `describeOrders`, and of warnings. */
export const maxDescribed = 100;

/** Reads the descriptions of orders, by one call of the shop for all of them. */
export async function describeOrders(
  { options, account }: Office,
  orders: readonly Pick<Payment, 'orderId'>[],
): Promise<Descriptions> {
  const ids = [...new Set(orders.map(({ orderId }) => orderId))].slice(0, maxDescribed);
  if (ids.length === 0 || options.describeOrders === undefined) return new Map();
  const described = await options.describeOrders(ids, { account: account?.id });
  return new Map(described.map((description) => [description.id, description]));
}

/** Returns a clerk as the person of a request for an approval. */
export function toPerson({ id, name }: Clerk): Person {
  return { id, name };
}

/** Returns the address of a link of the shop, or undefined if it is neither a path nor an https address. */
export function toSafeLink(link: string | undefined): string | undefined {
  if (link === undefined) return undefined;
  if (/^\/(?![/\\])/.test(link)) return link;
  return /^https:\/\//i.test(link) && URL.canParse(link) ? link : undefined;
}

/** The sections of the navigation. */
export type Section = 'payments' | 'attention' | 'approvals' | 'reconcile' | 'payouts' | 'wallets' | 'export';

/** A message about an action, shown once on one page. */
export interface Message extends Refusal {
  readonly tone: 'success' | 'warning' | 'danger';
  /** The id of the section in which it is shown. Default: the top of the page. */
  readonly section?: string | undefined;
}

/** The content of a page. */
export interface OfficePage {
  readonly title: string;
  readonly main: Html;
  /** The link in the navigation to mark as current. */
  readonly section?: Section | undefined;
}

/** A response of the office: a page, a redirect with a message, or a file. */
export type Reply =
  | (OfficePage & { readonly status?: number })
  | { readonly redirect: string; readonly message?: Message | undefined }
  | { readonly file: HttpReply };
