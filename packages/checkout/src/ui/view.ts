import type { TextId } from '../locales/en.ts';
import type { Localize } from '../locales/localize.ts';

/** `selected`: the browser does not allow copying. `link`: the link of the page or payment was copied. */
export type CopyStatus = 'copied' | 'selected' | 'link' | null;

/** The data for every view of both elements. */
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
  /** Handles a click on "Start again", after the deadline has passed. */
  readonly restart: () => void;
  /** Shows and announces that something was copied or selected. */
  readonly showCopyStatus: (status: NonNullable<CopyStatus>, text: TextId) => void;
}
