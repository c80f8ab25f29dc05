import type { StorefrontChannel } from '@pgw/protocol';
import type { TemplateResult } from 'lit/html.js';
import { announcement } from './announcement.ts';
import { panelCloser } from './close-panel.ts';
import type { Announcer } from './controllers/announcer.ts';
import type { Localize } from './controllers/localize.ts';
import type { Announcement } from './first-announcement.ts';
import { kinds } from './kinds/index.ts';
import type { Life } from './life.ts';
import { banksPart } from './banks-part.ts';
import { cardPart } from './card-part.ts';
import { loadAdvice } from './load-advice.ts';
import { resultPart } from './result-part.ts';
import { rememberShape } from './remember-shape.ts';
import { needsLater, type CheckoutState } from './state.ts';
import { answerNotice, totalNotice } from './views/answer-notice.ts';
import { breakdown } from './views/breakdown.ts';
import { note } from './views/note.ts';
import { offlineNotice } from './views/offline-notice.ts';
import { onward } from './views/onward.ts';
import type { LifeView, LifeViews, View } from './views/view.ts';
import { whenIdle } from './when-idle.ts';

/** The element whose life it is, as far as its looks need it. */
export interface LooksOptions {
  readonly life: Life;
  readonly state: () => CheckoutState;
  /** What has been heard of already. */
  readonly heard: CheckoutState;
  readonly say: Localize;
  readonly announcer: Announcer;
  readonly renderRoot: ParentNode;
  readonly requestUpdate: () => void;
}

/** A developer's page has come to rest by then. */
const adviceAfterMs = 3000;

/** How the life of a checkout is seen and heard. */
export class Looks implements LifeViews {
  readonly #options: LooksOptions;
  /** Once the update is on screen: lets the panel that it took away close. */
  #closePanel = (): void => {};

  constructor(options: LooksOptions) {
    this.#options = options;
    const state = options.state();
    const ignore = (): void => {};
    rememberShape(state.session);
    whenIdle(() => {
      // So that nothing waits after the list. Where it fails, it is tried again when the part is needed.
      resultPart.load().then(() => options.requestUpdate(), ignore);
    });
    // Only while a shop is being made its pages come over plain http: what only its developer can mend.
    if (location.protocol === 'http:')
      setTimeout(() => {
        loadAdvice().then(({ adviseOnColours }) => adviseOnColours(options.renderRoot), ignore);
      }, adviceAfterMs);
    void this.changed(options.heard, state);
  }

  readonly timer = (view: View): unknown => resultPart.here?.timer(view);
  readonly totalNotice: typeof totalNotice = totalNotice;
  readonly breakdown: typeof breakdown = breakdown;
  readonly onward: typeof onward = onward;
  readonly note: typeof note = note;
  readonly answerNotice = (view: View): unknown => answerNotice(this.#whole(view));
  readonly hints = (view: View): unknown => [offlineNotice(view), resultPart.here?.hints(this.#whole(view))];
  readonly outcome = (view: View): TemplateResult | null =>
    resultPart.here?.outcome(this.#whole(view)) ?? null;
  readonly panel = (view: View, channel: StorefrontChannel): unknown =>
    kinds[channel.kind].panel?.(this.#whole(view), channel);

  /** After every change. */
  async changed(before: CheckoutState, after: CheckoutState): Promise<void> {
    const { say, state, renderRoot, requestUpdate } = this.#options;
    if (before.channelId !== after.channelId) this.#closePanel = panelCloser(renderRoot);
    const isLater = needsLater(after.phase) || after.secondsLeft !== null;
    const later = isLater ? (resultPart.here ?? (await resultPart.load().catch(() => null))) : null;
    if (isLater) requestUpdate();
    // Where a part can't be had, the failure that is shown instead takes the focus.
    if (state() !== after) return;
    this.#announce(
      announcement(before, after, say) ??
        banksPart.here?.bankAnnouncement(before, after, say) ??
        later?.laterAnnouncement(before, after, say),
    );
  }

  /** After every update on screen. */
  updated(): void {
    this.#closePanel();
    this.#closePanel = () => {};
  }

  #announce(heard: Announcement | null | undefined): void {
    if (heard) this.#options.announcer.say(heard.text, heard.how, heard.delayMs);
  }

  #whole(view: View): LifeView {
    const { life } = this.#options;
    return {
      ...view,
      patience: life.patience,
      cardPanel: this.#cardPanel(view),
      act: {
        ...view.act,
        chooseBank: (bankId) => life.chooseBank(bankId),
        chooseCategory: (category) => life.chooseCategory(category),
        search: (query) => {
          life.search(query);
          // What cleared it is gone now.
          if (!query) this.#options.renderRoot.querySelector<HTMLElement>('#search')?.focus();
        },
        retryBanks: () => life.refreshBanks(),
        retryCard: () => void life.card.want(),
        check: () => life.check(),
        retry: () => life.backToList(),
        another: () => life.backToList(),
        restart: view.act.reload,
        checkDuplicate: () => void life.checkDuplicate(),
        checkInterrupted: () => life.checkInterrupted(),
      },
    };
  }

  /** Draws the form for cards, once it is here. */
  #cardPanel({ say, state }: View): LifeView['cardPanel'] {
    const { here } = cardPart;
    const { form } = this.#options.life.card;
    if (here === null || form === null) return null;
    const isBusy = state.phase.name !== 'choosing';
    return ({ name }) => here.cardPanel({ form, say, channel: name, isBusy });
  }
}
