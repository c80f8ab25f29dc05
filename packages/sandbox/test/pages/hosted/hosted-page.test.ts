import { expect, it } from 'vitest';
import { formatDeadline } from '../../../src/pages/hosted/hosted-page.ts';

it.each([
  ['2026-05-04T14:47:00+08:00', '2:47 pm today'],
  ['2026-05-05T14:00:00+08:00', '2:00 pm 5 May 2026'],
])("at 2 pm on 4 May in the shop's time zone, the deadline %s is formatted as %s", (deadline, text) => {
  const options = { now: Date.parse('2026-05-04T14:00:00+08:00'), timeZone: 'Asia/Kuala_Lumpur' };
  expect(formatDeadline(Date.parse(deadline), options).replace('\u00A0', ' ')).toBe(text);
});
