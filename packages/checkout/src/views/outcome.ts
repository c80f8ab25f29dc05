import type { TemplateResult } from 'lit/html.js';
import { failure } from './failure.ts';
import { interrupted, leaving } from './interstitial.ts';
import { result } from './result.ts';
import type { LifeView } from './view.ts';

/** What comes after the list, by the phase: the way to the bank, what became of the payment, why there is no list. */
export function outcome(view: LifeView): TemplateResult {
  const { phase } = view.state;
  switch (phase.name) {
    case 'leaving':
      return leaving(view, phase);
    case 'result':
      return result({ ...view, payment: phase.payment });
    case 'failed':
      return failure(view, phase.cause);
    case 'interrupted':
    case 'loading':
    case 'choosing':
    case 'submitting':
    case 'unsure':
      return interrupted(view);
  }
}
