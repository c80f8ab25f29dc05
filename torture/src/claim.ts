/** The sizes and choices of a run, and the seed of its random values. */
export interface RunOptions {
  readonly seed: number;
  readonly isShort: boolean;
  /** The value of the flag `--<name>`, or else the default of the long or the short form. */
  readonly size: (name: string, sizes: { readonly long: number; readonly short: number }) => number;
  /** The value of the flag `--<name>`, or else the first of the choices. */
  readonly choice: (name: string, choices: readonly string[]) => string;
  /** Prints what the run does now. */
  readonly log: (line: string) => void;
}

/** The result of a run. */
export interface Report {
  /** The counts and measurements by name, in the order in which they are printed. */
  readonly counted: Readonly<Record<string, string | number>>;
  /** A sentence for each way in which the claim does not hold; none when it holds. */
  readonly failures: readonly string[];
}

/** A claim about the checkout, and the run that tries to break it. */
export interface Claim {
  readonly sentence: string;
  /** Flags of the run besides `--seed` and `--short`: the names of its sizes and choices. Other flags are refused. */
  readonly flags: readonly string[];
  readonly run: (options: RunOptions) => Promise<Report>;
}

/** Collects violations of a claim by kind. A report shows at most ten examples of one kind. */
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
