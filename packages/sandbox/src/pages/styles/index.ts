import { bankStyles } from './bank.ts';
import { baseStyles } from './base.ts';
import { hostedStyles } from './hosted.ts';

/** The one stylesheet of every page. */
export const stylesheet = [baseStyles, hostedStyles, bankStyles].join('\n');
