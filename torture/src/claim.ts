/** How large a run is, and what its choices are made of. */
export interface RunOptions {
  readonly seed: number;
  readonly isShort: boolean;
  /** A size by its name: the flag `--<name>`, or the long or the short form's default. */
  readonly size: (name: string, sizes: { readonly long: number; readonly short: number }) => number;
  /** A choice by its name: the flag `--<name>`, or the first of the choices. */
  readonly choice: (name: string, choices: readonly string[]) => string;
  /** Tells what the run is doing. */
  readonly say: (line: string) => void;
}

/** What a run found. */
export interface Report {
  /** What was done and counted, by its name, in the order of reading. */
  readonly counted: Readonly<Record<string, string | number>>;
  /** A sentence for each way in which the claim does not hold; none when it holds. */
  readonly failures: readonly string[];
}

/** A claim about the checkout, and the run that tries to break it. */
export interface Claim {
  readonly sentence: string;
  /** Flags that the run reads besides `--seed` and `--short`: the names of its sizes and choices. Any other is refused. */
  readonly flags: readonly string[];
  readonly run: (options: RunOptions) => Promise<Report>;
}

/** Collects what does not hold. At most ten examples of one kind are kept, so that a report stays readable. */
export class Doubts {
  readonly #kinds = new Map<string, string[]>();

  /** Notes that something of this kind happened, with an example. */
  add(kind: string, example: string): void {
    const examples = this.#kinds.get(kind) ?? [];
    this.#kinds.set(kind, [...examples, example]);
  }

  count(kind: string): number {
    return this.#kinds.get(kind)?.length ?? 0;
  }

  /** A sentence for each kind. */
  sentences(): string[] {
    return [...this.#kinds].map(([kind, examples]) => {
      const shown = examples.slice(0, 10).join('; ');
      return `${examples.length} × ${kind}: ${shown}${examples.length > 10 ? ' …' : ''}`;
    });
  }
}
