import type { ReactiveControllerHost } from '../reactive-element.ts';
import { leave, type Exit } from '../leave.ts';
import type { Phase } from '../state.ts';

export interface DepartureOptions {
  readonly exit: () => Exit | undefined;
  /** The page is still here: time for a link, later for words that point to it. */
  readonly onHelp: (help: 'link' | 'stuck') => void;
}

/** The way to the bank: the screen first, then the page, and help when nothing happens. */
export class Departure {
  #timers: readonly ReturnType<typeof setTimeout>[] = [];
  readonly #host: ReactiveControllerHost;
  readonly #options: DepartureOptions;

  constructor(host: ReactiveControllerHost, options: DepartureOptions) {
    this.#host = host;
    this.#options = options;
  }

  async start({ redirect }: Extract<Phase, { name: 'leaving' }>): Promise<void> {
    const { exit, onHelp } = this.#options;
    // An element that is moved meanwhile needs the help as well, so nothing else ends them.
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [setTimeout(() => onHelp('link'), 1500), setTimeout(() => onHelp('stuck'), 4000)];
    await this.#host.updateComplete;
    if (!leave(redirect, exit())) onHelp('stuck');
  }
}
