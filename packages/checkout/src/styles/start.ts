import { css, type CSSResult } from 'lit';
import { listPreferences } from './list-preferences.ts';
import { notices } from './notices.ts';
import { panel } from './panel.ts';

/** For what a choice or a press of Pay leads to. */
export const startStyles: CSSResult = css`
  ${panel}
  ${notices}
  ${listPreferences}
`;
