import { ensureElementBuilt } from '../build/element-build.ts';

/** Builds the files of the element before the first test if its sources have changed. */
export function setup(): void {
  ensureElementBuilt();
}
