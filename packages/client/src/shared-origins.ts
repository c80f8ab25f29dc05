import { CircuitBreaker, type CircuitBreakerOptions, type GatewayCircuit } from './circuit-breaker.ts';
import type { ParsedOptions } from './options.ts';
import { createDefaultTransport } from './transports/pooled-transport.ts';
import type { Transport } from './transports/transport.ts';

/** A client of an origin. */
export interface OriginMember {
  /** Sends a request to which a working gateway responds. */
  readonly probe: () => Promise<unknown>;
}

/** What the clients of one origin share. */
export interface Origin {
  readonly circuit: CircuitBreaker;
  readonly transport: Transport;
}

interface StoredOrigin extends Origin {
  readonly members: Set<OriginMember>;
}

type OriginOptions = Pick<ParsedOptions, 'baseUrl' | 'transport' | 'keepAliveMs'> & {
  readonly circuit: Omit<CircuitBreakerOptions, 'probe' | 'isShared'>;
};

/** Called with the circuit of each origin when its first client is created. */
export type CircuitListener = (origin: string, circuit: GatewayCircuit) => void;

/** The connections and the circuits of clients, by origin. */
export class SharedOrigins {
  /** True for the clients of several merchants. Their origins stay open until `close`. */
  readonly isShared: boolean;
  readonly #origins = new Map<string, StoredOrigin>();
  readonly #onCircuit: CircuitListener | undefined;

  /** With `onCircuit`, several merchants share the origins. */
  constructor(onCircuit?: CircuitListener) {
    this.isShared = onCircuit !== undefined;
    this.#onCircuit = onCircuit;
  }

  /** Adds a client to its origin. The options of the first client of an origin apply. */
  join(member: OriginMember, { baseUrl, transport, keepAliveMs, circuit }: OriginOptions): Origin {
    const { origin: name } = new URL(baseUrl);
    const existing = this.#origins.get(name);
    existing?.members.add(member);
    if (existing !== undefined) return transport === undefined ? existing : { ...existing, transport };
    const members = new Set([member]);
    const probe = async (): Promise<unknown> => {
      const [next] = members;
      if (next === undefined) return undefined;
      // Each probe is that of another merchant, so one with wrong credentials does not keep the circuit open.
      members.delete(next);
      members.add(next);
      return next.probe();
    };
    const created = {
      circuit: new CircuitBreaker({ ...circuit, probe, isShared: this.isShared }),
      transport: transport ?? createDefaultTransport(name, { keepAliveMs }),
      members,
    };
    this.#origins.set(name, created);
    this.#onCircuit?.(name, created.circuit);
    return created;
  }

  /** Removes a client that is being closed. */
  leave(member: OriginMember, { circuit }: Origin): void {
    for (const { members } of this.#origins.values()) members.delete(member);
    if (!this.isShared) circuit.stop();
  }

  /** Closes the connections of a client, unless other clients may use them. */
  async closeUnused({ transport }: Origin): Promise<void> {
    if (!this.isShared) await transport.close();
  }

  async close(): Promise<void> {
    for (const { circuit } of this.#origins.values()) circuit.stop();
    await Promise.all([...this.#origins.values()].map(({ transport }) => transport.close()));
  }
}
