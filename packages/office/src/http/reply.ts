import type { Html } from '@pgw/pages';
import type { HttpReply } from '@pgw/server/http';
import type { Refusal } from '../pages/refusal.ts';

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
