import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What caused an activity:
 * - `merchant`: a request to an endpoint of the interface
 * - `shopper`: the hosted page or the bank page
 * - `dashboard`: a button of the dashboard
 * - `test`: a method of `Sandbox`
 * - `gateway`: the sandbox itself, at a deadline
 */
export const actors = ['merchant', 'shopper', 'dashboard', 'test', 'gateway'] as const;

/** See {@link actors}. */
export type Actor = (typeof actors)[number];

const currentActor = new AsyncLocalStorage<Actor>();

/** Runs `work`. The activities that it causes are recorded with this actor. */
export function runAs<Result>(actor: Actor, work: () => Result): Result {
  return currentActor.run(actor, work);
}

/** Returns the actor of the running work. Without `runAs`, it is `test`. */
export function getActor(): Actor {
  return currentActor.getStore() ?? 'test';
}
