/** The sizes and choices of a run, and the seed of its random values. */
export interface RunOptions {
  readonly seed: number;
  readonly isShort: boolean;
  /** Returns the value of the flag `--<name>`. Default: the size of the long or the short form. */
  readonly size: (name: string, sizes: { readonly long: number; readonly short: number }) => number;
  /** Returns the value of the flag `--<name>`. Default: the first of the choices. */
  readonly choice: (name: string, choices: readonly string[]) => string;
  /** Prints the current step of the run. */
  readonly log: (line: string) => void;
}

/** The result of a run. */
export interface Report {
  /** The counts and measurements by name, in the order in which they are printed. */
  readonly figures: Readonly<Record<string, string | number>>;
  /** A sentence for each violation of the promise. The list is empty when the promise holds. */
  readonly failures: readonly string[];
}

/** A command that tests one promise of the checkout, or measures its speed. */
export interface TortureCommand {
  /** The promise, or what the command measures. */
  readonly sentence: string;
  /**
   * The names of the sizes and choices of the run. They are its flags, besides `--seed` and `--short`. Other
   * flags are refused.
   */
  readonly flags: readonly string[];
  readonly run: (options: RunOptions) => Promise<Report>;
}

/** Collects violations of a promise by kind. A report shows at most ten examples of one kind. */
export class Violations {
  readonly #kinds = new Map<string, string[]>();

  /** Adds a violation of this kind. The example identifies the payment, request or value. */
  add(kind: string, example: string): void {
    const examples = this.#kinds.get(kind) ?? [];
    this.#kinds.set(kind, [...examples, example]);
  }

  count(kind: string): number {
    return this.#kinds.get(kind)?.length ?? 0;
  }

  /** A sentence for each kind, with its number and examples. */
  sentences(): string[] {
    return [...this.#kinds].map(([kind, examples]) => {
      const shown = examples.slice(0, 10).join('; ');
      return `${examples.length} × ${kind}: ${shown}${examples.length > 10 ? ' …' : ''}`;
    });
  }
}
