import { css } from './css.ts';
import { listPreferences } from './list-preferences.ts';
import { notices } from './notices.ts';
import { panel } from './panel.ts';

/** For what a choice or a press of Pay leads to. */
export const startStyles: string = css`
  ${panel}
  ${notices}
  ${listPreferences}
`;
