import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { connectCheckout, type Checkout as CheckoutOfServer } from '../../checkout.ts';
import type { CardOptions as OptionsOfCards } from '../../cards/card-options.ts';
import type { CheckoutOptions as OptionsOfCheckout } from '../../options/options.ts';
import type { SnippetOptions as OptionsOfSnippet } from '../../http/snippet/snippet.ts';
import type { EmbeddedTransaction } from '../../stores/embedded.ts';
import type { CheckoutEventListener } from '../../events/event.ts';
import { requirePart } from '../native-request.ts';
import type { VisitorChecks } from '../../http/guards.ts';
import { describeMessage, NodeRequest, parseTarget, sendReply } from '../node/node-request.ts';
import { getClientAddress, trustsEveryAddress } from './client-address.ts';
import type { MountedPart } from '../../http/dispatch.ts';
import type { HttpRequest } from '../../http/route.ts';
import { decodeBody, readRawBody } from './raw-body.ts';

/** The options of {@link createCheckout}. `Tx` is the transaction of the store. */
export type CheckoutOptions<Tx> = OptionsOfCheckout<Tx, Request>;

/** The option `cards` of {@link createCheckout}. */
export type CardOptions = OptionsOfCards<Request>;

/** The options of `checkout.snippet`. */
export type SnippetOptions = OptionsOfSnippet<Request>;

/** A checkout with its routes and operations. Created by {@link createCheckout}. */
export interface Checkout extends CheckoutOfServer<Request> {
  /** Mount it at `mountPath`, before any body parser: `app.use('/pgw', checkout.router)`. */
  readonly router: Router;
  /** Connects a part of the shop, such as the back office: `app.use('/office', checkout.mount(office))`. */
  mount(part: MountedPart): RequestHandler;
  /** Checks of requests to the routes of the shop that take the id of an order, or place one. */
  readonly visitorChecks: VisitorChecks<Request>;
}

/**
 * Creates the server side of the checkout: routes that start and verify payments, and fulfill each
 * paid order once.
 *
 * @throws PgwError `invalid-configuration`, with each invalid option or with the required Node version.
 *
 * @example
 * const checkout = createCheckout({
 *   gateway, publicUrl: 'https://shop.example', merchant: 'Rimba Coffee',
 *   resolveOrder: (orderId) => ({ amount: 12345, currencyCode: 'MYR', description: 'Two mugs' }),
 *   onPaid: ({ orderId, amount }, { tx }) => { tx.run('UPDATE orders SET paid = paid + ? WHERE id = ?', amount, orderId); },
 * });
 * app.use('/pgw', checkout.router);
 */
export function createCheckout<Tx = EmbeddedTransaction>(checkoutOptions: CheckoutOptions<Tx>): Checkout {
  const { checkout, emit, createChecks } = connectCheckout(checkoutOptions);
  const router = express.Router();
  router.use(reportChangedApp(emit));
  const handleWith =
    ({ dispatch }: Pick<MountedPart, 'dispatch'>): RequestHandler =>
    (req, res, next) => {
      // Express 4 does not handle rejections.
      dispatch(new ExpressRequest(req, res))
        .then((reply) => sendReply(res, reply))
        .catch(next);
    };
  router.use(handleWith(checkout));
  const visitorChecks = createChecks((request) =>
    describeMessage(request, request, getClientAddress(request)),
  );
  return { ...checkout, visitorChecks, router, mount: (part) => handleWith(requirePart(part)) };
}

/** Reports once, with the first request, which settings of the app change responses. The app is not known before. */
function reportChangedApp(emit: CheckoutEventListener): RequestHandler {
  let isReported = false;
  return (req, res, next) => {
    if (!isReported) {
      isReported = true;
      const changes = findChanges(req, res);
      const message = `The app changes responses or queries: ${changes.join(', ')}. The checkout does not use these settings, so its responses do not change.`;
      if (changes.length > 0) emit({ level: 'info', event: 'app-changes-responses', message, changes });
    }
    next();
  };
}

function findChanges({ app }: Request, res: Response): string[] {
  // The app's own object inherits from the one of its copy of Express.
  const original = Object.getPrototypeOf((app as { response?: unknown }).response) as Response;
  const replaced = (['json', 'send'] as const).filter((name) => res[name] !== original[name]);
  const settings = ['json replacer', 'json escape'].filter((name) => Boolean(app.get(name)));
  const hasParser = app.get('query parser') !== false;
  return [
    ...replaced.map((name) => `res.${name} is replaced`),
    ...settings.map((name) => `the setting ${name}`),
    ...(hasParser ? [] : ['the setting query parser is false']),
  ];
}

/** A request of Node, whose body a parser of the app may have read, and whose address depends on a setting of the app. */
class ExpressRequest extends NodeRequest<Request> {
  readonly #response: Response;

  constructor(native: Request, response: Response) {
    // Express has removed the path of the mount. The query does not depend on the setting `query parser`.
    const target = parseTarget(native.url);
    super({
      native,
      message: native,
      response,
      mountPath: native.baseUrl,
      path: target?.pathname ?? native.path,
      query: target?.searchParams ?? new URLSearchParams(),
      readAddress: () => getClientAddress(native),
    });
    this.#response = response;
  }

  override get trustsEveryAddress(): boolean {
    return trustsEveryAddress(this.native);
  }

  override get parsedForm(): HttpRequest['parsedForm'] {
    const body: unknown = this.native.body;
    const isParsed = typeof body === 'object' && body !== null && !Buffer.isBuffer(body);
    // Some versions of Express set an empty object although no parser has read the body.
    if (!isParsed || (!this.native.readableDidRead && Object.keys(body).length === 0)) return undefined;
    return { ...body };
  }

  override async readBody(maxBytes?: number): Promise<Buffer> {
    await decodeBody(this.native, this.#response);
    return readRawBody(this.native, maxBytes);
  }
}
