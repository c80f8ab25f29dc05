import type { StartResponse, StorefrontProblem } from '@pgw/protocol';
import { z } from 'zod';
import { Violations, type TortureCommand, type Report, type RunOptions } from '../../torture-command.ts';
import { createRandom } from '../../random.ts';
import { readCorpus } from '../corpora.ts';
import { openScriptedGateway } from './scripted-gateway.ts';
import { runInParallel } from '../../parallel.ts';
import { openTarget, price, createStartBody } from '../target.ts';

/** A redirect address of a gateway, and whether an https shop may redirect a browser to it. */
const addressSchema = z.object({ url: z.string(), isAllowed: z.boolean() });

export const redirects: TortureCommand = {
  sentence:
    'The shop redirects browsers only to https addresses without user info and without a link-local host, for any response of the gateway.',
  flags: ['addresses'],
  run,
};

async function run({ seed, size }: RunOptions): Promise<Report> {
  const all = readCorpus('redirect-addresses', addressSchema);
  const addresses = createRandom(seed)
    .shuffled(all)
    .slice(0, size('addresses', { long: all.length, short: 300 }));
  const addressByReference = new Map<string, z.output<typeof addressSchema>>();
  let requestCount = 0;
  const gateway = await openScriptedGateway((request) => {
    if (request.endpoint !== 'requestPayment') return undefined;
    const address = addresses[requestCount];
    requestCount += 1;
    if (address !== undefined) addressByReference.set(String(request.data['referenceCode']), address);
    return { transactionNumber: `T${requestCount}`, ...price, redirectionType: 1, redirectUrl: address?.url };
  });
  const target = await openTarget(gateway.url);
  const violations = new Violations();
  let accepted = 0;
  try {
    await runInParallel({ count: addresses.length, concurrency: 8 }, async (index) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${target.url}/pgw/payments`, {
        method: 'POST',
        headers,
        body: createStartBody(`A${index}`),
      });
      // The body has a started payment or a problem.
      const body = (await response.json()) as Partial<StartResponse> & Partial<StorefrontProblem>;
      const reference = body.payment?.reference ?? body.reference ?? '';
      const address = addressByReference.get(reference);
      if (address === undefined)
        return violations.add('a start without a response of the gateway', JSON.stringify(body));
      const isAccepted = response.status === 201;
      if (isAccepted) accepted += 1;
      if (isAccepted !== address.isAllowed)
        violations.add(
          isAccepted ? 'a forbidden address was accepted' : 'an allowed address was refused',
          address.url,
        );
      // An accepted address is stored as it was parsed, so that the browser reads it in the same way.
      if (isAccepted && body.redirect?.type === 'url' && body.redirect.url !== new URL(address.url).href)
        violations.add('the shop redirects to another address', body.redirect.url);
    });
    return {
      figures: {
        addresses: addresses.length,
        'addresses accepted': accepted,
        'addresses refused': addresses.length - accepted,
      },
      failures: violations.sentences(),
    };
  } finally {
    await target.close();
    await gateway.close();
  }
}
