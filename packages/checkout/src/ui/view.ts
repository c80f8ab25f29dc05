import type { TextId } from '../locales/en.ts';
import type { Localize } from '../locales/localize.ts';

/** What the shopper has copied: the reference or the link of the page; `selected` if the browser refused to copy. */
export type CopyStatus = 'copied' | 'selected' | 'link' | null;

/** What every view of both elements needs. */
export interface BaseView {
  readonly localize: Localize;
  readonly headingLevel: number;
  /** Whether the shop has content in the slot of the footer. */
  readonly hasFooter: boolean;
  readonly copyStatus: CopyStatus;
}

/** The actions of the screens that show an outcome. */
export interface OutcomeActions {
  /** Requests the payment again. */
  readonly check: () => void;
  readonly retry: () => void;
  readonly chooseAnother: () => void;
  /** Requests the session again, when the time to pay is over. */
  readonly restart: () => void;
  /** Shows and announces that something was copied or selected. */
  readonly showCopyStatus: (status: NonNullable<CopyStatus>, text: TextId) => void;
}
