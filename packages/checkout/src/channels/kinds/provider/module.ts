import { css, type CSSResult } from 'lit';
import { planStyles } from '../instalments/picker.ts';
import { bankStyles } from './styles.ts';

// The content of the lazy module `bankModule`. The plans of instalments are in it too: with one more module that
// contains views, the build would move Lit from the entry to a separate file.
export { bankTexts as englishTexts } from '../../../locales/en-banks.ts';
export { renderPlanPicker } from '../instalments/picker.ts';
export { sortBanks } from './order.ts';
export { announceBanks, renderBankPicker } from './picker.ts';
export const styles: CSSResult = css`
  ${bankStyles}
  ${planStyles}
`;
