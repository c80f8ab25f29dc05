import type { StartAnswer, StorefrontProblem } from '@pgw/protocol';
import { z } from 'zod';
import { Doubts, type Claim, type Report, type RunOptions } from '../claim.ts';
import { randomOf } from '../random.ts';
import { corpus } from './corpora.ts';
import { openScripted } from './scripted-gateway.ts';
import { inParallel } from './parallel.ts';
import { openTarget, price, startBody } from './target.ts';

/** An address that a gateway may answer with, and whether a browser of an https shop may be sent there. */
const addressSchema = z.object({ url: z.string(), taken: z.boolean() });

export const redirects: Claim = {
  sentence:
    'A browser is sent to https addresses only, without user info and never to a link-local host, whatever the gateway answers.',
  flags: ['addresses'],
  run,
};

async function run({ seed, size }: RunOptions): Promise<Report> {
  const all = corpus('redirect-addresses', addressSchema);
  const addresses = randomOf(seed)
    .shuffled(all)
    .slice(0, size('addresses', { long: all.length, short: 300 }));
  const byReference = new Map<string, z.output<typeof addressSchema>>();
  let next = 0;
  const gateway = await openScripted((request) => {
    if (request.path !== 'requestPayment') return undefined;
    const address = addresses[next];
    next += 1;
    if (address !== undefined) byReference.set(String(request.data['referenceCode']), address);
    return { transactionNumber: `T${next}`, ...price, redirectionType: 1, redirectUrl: address?.url };
  });
  const target = await openTarget(gateway.url);
  const doubts = new Doubts();
  let taken = 0;
  try {
    await inParallel({ count: addresses.length, atOnce: 8 }, async (index) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${target.url}/pgw/payments`, {
        method: 'POST',
        headers,
        body: startBody(`A${index}`),
      });
      // Our own answer: a start or a problem.
      const answer = (await response.json()) as Partial<StartAnswer> & Partial<StorefrontProblem>;
      const reference = answer.payment?.reference ?? answer.reference ?? '';
      const address = byReference.get(reference);
      if (address === undefined)
        return doubts.add('starts without an answer of the gateway', JSON.stringify(answer));
      const isTaken = response.status === 201;
      if (isTaken) taken += 1;
      if (isTaken !== address.taken) doubts.add(isTaken ? 'sent to' : 'refused', address.url);
      if (isTaken && answer.redirect?.type === 'url' && answer.redirect.url !== address.url)
        doubts.add('sent elsewhere', answer.redirect.url);
    });
    return {
      counted: { addresses: addresses.length, 'sent to': taken, refused: addresses.length - taken },
      failures: doubts.sentences(),
    };
  } finally {
    await target.close();
    await gateway.close();
  }
}
