import { choices } from './choices.ts';
import { frame } from './frame.ts';
import { pay } from './pay.ts';
import { preferences } from './preferences.ts';
import { screens } from './screens.ts';
import { skeleton } from './skeleton.ts';
import { tokens } from './tokens.ts';

/** For an element that tells an outcome; the part that is loaded for it brings the rest. */
export const screenStyles: string = [tokens, frame, pay, screens, preferences].join('');

/** For the list and Pay; what follows from them brings its own. */
export const checkoutStyles: string = [tokens, frame, choices, pay, screens, skeleton, preferences].join('');
