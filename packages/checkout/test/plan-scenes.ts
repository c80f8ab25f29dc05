import type { PgwCheckout } from '../src/pgw-checkout.ts';
import { choose, eventually, findInside, pay } from './acting.ts';
import { click, press, tabTo } from './devices.ts';
import * as shop from './fixtures.ts';
import type { Scene } from './gallery.ts';
import { networkError, type StubResponses } from './stub-server.ts';

// The scenes of the gallery for every state of the plan picker.

const responses: StubResponses = {
  session: shop.planSession,
  banks: { banks: shop.plans },
  start: shop.start,
};

/** Chooses the channel with instalments, and waits until its plans are loaded. */
export async function openPlans(element: PgwCheckout): Promise<void> {
  await choose(element, 'Tangga instalments');
  await eventually(() => findInside(element, '.plans'));
}

export const planScenes: Readonly<Record<string, Scene>> = {
  plans: {
    responses,
    play: async (element) => {
      await openPlans(element);
      await click(findInside(element, '[name=bank][value=P3]'));
      await element.updateComplete;
    },
  },
  'plan-by-keyboard': {
    responses,
    play: async (element) => {
      await openPlans(element);
      await tabTo(findInside(element, '[name=bank]'));
      await press('ArrowDown');
    },
  },
  'plan-unavailable': {
    responses: {
      ...responses,
      banks: {
        banks: shop.plans.map((plan, index) => (index === 1 ? { ...plan, status: 'offline' } : plan)),
      },
    },
    play: openPlans,
  },
  'plan-missing': {
    responses,
    play: async (element) => {
      await openPlans(element);
      await pay(element);
    },
  },
  'plans-failed': {
    responses: { ...responses, banks: networkError },
    play: async (element) => {
      await choose(element, 'Tangga instalments');
      await eventually(() => findInside(element, '.panel-failed'));
    },
  },
};
