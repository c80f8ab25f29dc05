import type { CSSResult } from 'lit';
import { breakdownStyles, channelStyles, panelStyles, skeletonStyles } from '../channels/index.ts';
import { payStyles } from '../pay/index.ts';
import { buttonStyles } from '../ui/styles/buttons.ts';
import { frameStyles } from '../ui/styles/frame.ts';
import { noticeStyles } from '../ui/styles/notices.ts';
import { preferenceStyles } from '../ui/styles/preferences.ts';
import { screenStyles } from '../ui/styles/screens.ts';
import { tokens } from '../ui/styles/tokens.ts';

/** The styles of <pgw-payment-status>, without the styles of the lazy module. */
export const statusStyles: readonly CSSResult[] = [
  tokens,
  frameStyles,
  buttonStyles,
  screenStyles,
  preferenceStyles,
];

/** The styles of <pgw-checkout>, without the styles of the lazy modules. */
export const checkoutStyles: readonly CSSResult[] = [
  tokens,
  frameStyles,
  channelStyles,
  buttonStyles,
  screenStyles,
  skeletonStyles,
  panelStyles,
  breakdownStyles,
  noticeStyles,
  payStyles,
  preferenceStyles,
];
