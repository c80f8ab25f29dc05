/**
 * A reason why a write of the store can be lost by a power failure, although the store has confirmed it.
 *
 * @experimental A minor version can change it.
 */
export interface DurabilityFinding {
  /** `error`: a confirmed write can be lost. `warn`: it is lost if the platform does not keep the files. */
  readonly level: 'error' | 'warn';
  /** What was found, what it means, and what to do. */
  readonly message: string;
}
