import type { ReactiveControllerHost } from 'lit';
import { navigate, type NavigationAdapter } from '../element/navigation.ts';

const linkAfterMs = 1500;
const stuckAfterMs = 4000;

export interface RedirectOptions {
  readonly navigation: () => NavigationAdapter | undefined;
  /**
   * Called if the page is still shown after the redirect has started: with `link` after 1.5 s, and with
   * `stuck` after 4 s or if the redirect fails.
   */
  readonly onHelp: (help: 'link' | 'stuck') => void;
}

/** Redirects to the bank after the redirect screen is rendered. */
export class RedirectController {
  #timers: readonly ReturnType<typeof setTimeout>[] = [];
  readonly #host: ReactiveControllerHost;
  readonly #options: RedirectOptions;

  constructor(host: ReactiveControllerHost, options: RedirectOptions) {
    this.#host = host;
    this.#options = options;
  }

  async redirect(url: string): Promise<void> {
    const { navigation, onHelp } = this.#options;
    await this.#host.updateComplete;
    for (const timer of this.#timers) clearTimeout(timer);
    if (!navigate(url, navigation())) return onHelp('stuck');
    // The timers are not stopped when the element is moved within the page, because the shopper still needs
    // the link.
    this.#timers = [
      setTimeout(() => onHelp('link'), linkAfterMs),
      setTimeout(() => onHelp('stuck'), stuckAfterMs),
    ];
  }
}
