import { ensureElementBuilt } from '../element-build.mjs';

/** Before the first test of a run: the files of the element for script tags, built when its sources have changed. */
export function setup(): void {
  ensureElementBuilt();
}
