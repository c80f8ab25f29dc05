import { AsyncLocalStorage } from 'node:async_hooks';

/** The maximum number of characters of a person's name in a timeline entry. */
const maxNameLength = 100;

const actors = new AsyncLocalStorage<string>();

/** Runs a call of the shop for a person. The timeline entries of their decisions have the name. */
export function runAs<Result>(name: string, call: () => Result): Result {
  return actors.run(name.replaceAll(/\p{C}/gu, '').slice(0, maxNameLength), call);
}

/** Puts the name of the person before the text of a decision, if the call has one. */
export function nameActor(text: string): string {
  const name = actors.getStore();
  return name === undefined || name === '' ? text : `${name}: ${text}`;
}
