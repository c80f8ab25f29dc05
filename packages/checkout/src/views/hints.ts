import { timeNotice } from './time.ts';
import type { LifeView } from './view.ts';
import { wayOut } from './way-out.ts';

/** Below Pay: what came unasked, so it moves nothing. */
export function hints(view: LifeView): unknown {
  return [timeNotice(view), wayOut(view)];
}
