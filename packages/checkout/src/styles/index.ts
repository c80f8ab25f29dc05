import type { CSSResult } from 'lit';
import { banks } from './banks.ts';
import { choices } from './choices.ts';
import { frame } from './frame.ts';
import { pay } from './pay.ts';
import { preferences } from './preferences.ts';
import { screens } from './screens.ts';
import { skeleton } from './skeleton.ts';
import { tokens } from './tokens.ts';

/** For an element that tells an outcome; the part that is loaded for it brings the rest. */
export const screenStyles: readonly CSSResult[] = [tokens, frame, pay, screens, preferences];

/** For choosing and pressing Pay. */
export const checkoutStyles: readonly CSSResult[] = [
  tokens,
  frame,
  choices,
  banks,
  pay,
  screens,
  skeleton,
  preferences,
];
