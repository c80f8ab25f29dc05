import { timeNotice } from './time.ts';
import type { View } from './view.ts';
import { wayOut } from './way-out.ts';

/** Below Pay: what came unasked, so it moves nothing. */
export function hints(view: View): unknown {
  return [timeNotice(view), wayOut(view)];
}
