import type { CSSResult } from 'lit';
import { banks } from './banks.ts';
import { choices } from './choices.ts';
import { frame } from './frame.ts';
import { pay } from './pay.ts';
import { preferences } from './preferences.ts';
import { screens } from './screens.ts';
import { tokens } from './tokens.ts';

/** For an element that tells an outcome. */
export const screenStyles: readonly CSSResult[] = [tokens, frame, pay, screens, preferences];

/** For the whole checkout. */
export const checkoutStyles: readonly CSSResult[] = [
  tokens,
  frame,
  choices,
  banks,
  pay,
  screens,
  preferences,
];
