import type { GatewayClient } from '@pgw/client';
import type { Checkout } from '../checkout.ts';

/** The terminal of the command; tests replace it. */
export interface Terminal {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  /** Imports a module by its URL. */
  readonly load: (address: string) => Promise<unknown>;
  /**
   * Prints a question and resolves with true for yes. Undefined without an interactive terminal: the command
   * then adopts nothing without `--adopt`.
   */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
  /** Returns the version for `--version`. */
  readonly readVersion: () => string;
}

/** What the module of the shop exports. */
export interface Shop {
  readonly checkout: Checkout<never>;
  readonly gateway: GatewayClient | undefined;
}
