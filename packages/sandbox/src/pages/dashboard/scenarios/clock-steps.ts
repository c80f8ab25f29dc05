import type { Gateway } from '../../../gateway.ts';

/** The steps by which the dashboard turns the clock forward. */
export const clockSteps = {
  'one-minute': { label: '+ 1 minute', ms: 60_000 },
  'fifteen-minutes': { label: '+ 15 minutes', ms: 15 * 60_000 },
  'one-hour': { label: '+ 1 hour', ms: 3_600_000 },
  'one-day': { label: '+ 1 day', ms: 86_400_000 },
  'thirty-days': { label: '+ 30 days', ms: 30 * 86_400_000 },
} as const;

/** Returns how far the clock of the sandbox is ahead of the real clock, in minutes. */
export function readMinutesAhead({ clock, settings }: Gateway): number {
  return Math.round((clock.now() - settings.realNow()) / 60_000);
}
