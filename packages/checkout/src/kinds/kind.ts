import type { StartRequest, StorefrontBank, StorefrontChannel } from '@pgw/protocol';
import type { TemplateResult } from 'lit/html.js';
import type { LifeView } from '../views/view.ts';

/** What the shopper has picked so far. */
export interface Choice {
  readonly channel: StorefrontChannel | null;
  readonly bank: StorefrontBank | null;
}

/** How one kind of channel is paid: what it asks, and what it adds to the request. */
export interface Kind {
  /** What Pay still needs, or null. What a card still needs, its form knows. */
  missing(choice: Choice): 'channel' | 'bank' | null;
  /** Its part of the start request. */
  request(choice: Choice): Pick<StartRequest, 'channelId' | 'bankId' | 'cardAt'>;
  /** Whom the shopper approves the payment with, once known. */
  payee(choice: Choice): string | null;
  /** What opens under the chosen channel. Without one the list draws none. */
  panel?(view: LifeView, channel: StorefrontChannel): TemplateResult;
}
