import { Router, type Response } from 'express';
import type { Gateway } from '../../../gateway.ts';
import { sendPage } from '../../page.ts';
import { toUrlWithMessage } from '../message.ts';
import { listRecordCounts } from '../record-counts.ts';
import { createResetPage, resetPath } from './reset-page.ts';

/** Creates the routes of the reset. */
export function createResetRoutes(gateway: Gateway): Router {
  const router = Router();
  router.get(resetPath, (_incoming, outgoing) => sendPage(outgoing, createResetPage(gateway)));
  router.post(resetPath, (_incoming, outgoing) => resetSandbox(gateway, outgoing));
  return router;
}

/** `POST /dashboard/reset`: resets the sandbox like `sandbox.reset()`. Every open page shows it, by an activity. */
async function resetSandbox(gateway: Gateway, outgoing: Response): Promise<void> {
  const counts = listRecordCounts(gateway);
  await gateway.reset();
  gateway.activity.add({ kind: 'control', data: { control: 'reset', scenario: null, advancedMs: null } });
  const deleted = counts.length === 0 ? 'There was nothing to delete' : `Deleted: ${counts.join(', ')}`;
  const message = `The sandbox was reset. ${deleted}. The wallets, the scenarios and the clock have their initial state. The shop keeps its own data.`;
  outgoing.redirect(303, toUrlWithMessage('/dashboard', message));
}
