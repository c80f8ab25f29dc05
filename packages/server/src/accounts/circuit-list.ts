import type { GatewayCircuit } from '@pgw/client';
import type { CheckoutOptions } from '../options/options.ts';

/** The circuits of the gateways that the accounts of a process use. */
export class CircuitList {
  readonly #circuits = new Map<string, GatewayCircuit>();
  #listener: ((circuit: GatewayCircuit) => void) | undefined;

  add(origin: string, circuit: GatewayCircuit): void {
    this.#circuits.set(origin, circuit);
    this.#listener?.(circuit);
  }

  /** Sets the listener that is called with the circuit of each further origin. */
  readonly listen = (listener: (circuit: GatewayCircuit) => void): void => {
    this.#listener = listener;
  };

  /** The origins that a page of any account may use: those of the options, and the gateways of the accounts that were found. */
  listOrigins<Tx>({
    accounts,
    logoOrigins = [],
    redirectOrigins = [],
    merchantLogoUrl,
  }: CheckoutOptions<Tx>) {
    const baseUrl = accounts?.gateway?.baseUrl;
    const gateways = [...(baseUrl === undefined ? [] : [new URL(baseUrl).origin]), ...this.#circuits.keys()];
    const ofLogo = merchantLogoUrl?.startsWith('https:') ? [new URL(merchantLogoUrl).origin] : [];
    const unique = (...origins: readonly string[]): string[] => [...new Set(origins)];
    return {
      logoOrigins: unique(...gateways, ...logoOrigins, ...ofLogo),
      redirectOrigins: unique(...gateways, ...redirectOrigins),
    };
  }
}
