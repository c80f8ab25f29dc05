import type { StorefrontOrder, StorefrontProblemCode } from '@pgw/protocol';

export interface ProblemOptions {
  readonly cause?: unknown;
  readonly order?: StorefrontOrder;
  readonly reference?: string;
  /** True for a refusal with HTTP 5xx of which no operator needs to know. */
  readonly isExpected?: boolean;
  /** Milliseconds after which it may be tried again. */
  readonly retryAfterMs?: number;
}

/** A refusal that the browser is told about, in words a shopper or a developer may read. Nothing was changed. */
export class CheckoutProblem<Code extends StorefrontProblemCode = StorefrontProblemCode> extends Error {
  override readonly name = 'CheckoutProblem';
  readonly code: Code;
  readonly order: StorefrontOrder | undefined;
  readonly reference: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly isExpected: boolean;

  constructor(code: Code, detail: string, options: ProblemOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.order = options.order;
    this.reference = options.reference;
    this.retryAfterMs = options.retryAfterMs;
    this.isExpected = options.isExpected ?? false;
  }
}
