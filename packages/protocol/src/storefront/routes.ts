import { z } from 'zod';
import { callbackBody } from '../gateway/callback.ts';
import type { GatewayProfile } from '../gateway/profile.ts';
import { cardRequest } from './card.ts';
import {
  cardResponse,
  startRequest,
  startResponse,
  storefrontPayment,
  storefrontPaymentStatus,
} from './payment.ts';
import { startForm } from './start-form.ts';
import { storefrontBanks, storefrontSession } from './session.ts';

/** A parameter of a route. */
export interface RouteParameter {
  /** The name in the path, the query or the headers. */
  readonly name: string;
  /** Where the parameter is. */
  readonly in: 'query' | 'path' | 'header';
  /** What it means. */
  readonly description: string;
  /** Default: a string. */
  readonly schema?: z.ZodType | undefined;
  /** Whether a request must have the parameter. Default true. */
  readonly required?: boolean | undefined;
}

/** A response of a route without an error. */
export interface RouteResponse {
  /** What the response means. */
  readonly description: string;
  /** Returns the schema of a JSON body. */
  readonly schema?: (() => z.ZodType) | undefined;
  /** The media type of a body that is not JSON. */
  readonly mediaType?: string | undefined;
}

/** A route of the checkout, relative to its mount path. */
export interface StorefrontRoute {
  /** The HTTP method, as in OpenAPI. */
  readonly method: 'get' | 'post';
  /** The path below the mount path, with `{name}` for each parameter. */
  readonly path: `/${string}`;
  /** What the route does. */
  readonly summary: string;
  /** The parameters. */
  readonly parameters?: readonly RouteParameter[] | undefined;
  /** The parameters whose names are in the profile of the gateway. */
  readonly gatewayParameters?: ((profile: GatewayProfile) => readonly RouteParameter[]) | undefined;
  /** The schema of the request's body. */
  readonly body?: z.ZodType | undefined;
  /** The media type of the request's body. Default `application/json`. */
  readonly bodyType?: string | undefined;
  /** The responses by HTTP status, except problems. */
  readonly responses: Readonly<Record<number, RouteResponse>>;
  /** Whether errors are problem details (see `storefrontProblems`). Default true. */
  readonly hasProblems?: boolean | undefined;
}

const order: RouteParameter = {
  name: 'order',
  in: 'query',
  description: 'Id of the order, at most 200 characters.',
};
const reference: RouteParameter = { name: 'reference', in: 'path', description: 'Reference of the payment.' };

const receiveCallback: Omit<StorefrontRoute, 'path'> = {
  method: 'post',
  summary: 'Receive a callback of the gateway',
  gatewayParameters: ({ headers }) => [
    { name: headers.signature, in: 'header', description: 'Signature of the callback URL and the body.' },
  ],
  body: callbackBody,
  responses: { 200: { description: 'The callback is stored.' } },
};

/** The report of a browser about content that a policy has blocked (Content Security Policy Level 3, 5.3). */
const violation = { 'effective-directive': z.string().max(100), 'blocked-uri': z.string().max(2_000) };
const policyReport = z.object({ 'csp-report': z.object(violation) });
const createStatus = (status: string) => () => z.object({ status: z.literal(status) });

const script = {
  200: { description: 'The script, with an ETag.', mediaType: 'text/javascript' },
  304: { description: 'The cached script is current.' },
} as const;

function returnParameters({ returnParameters: names }: GatewayProfile): readonly RouteParameter[] {
  return [
    {
      name: names.referenceCode,
      in: 'query',
      description: 'The reference. It is not signed, so it proves nothing.',
    },
    {
      name: names.transactionNumber,
      in: 'query',
      description: 'The transaction number. It is not signed.',
      required: false,
    },
  ];
}

const returnResponses = {
  200: { description: 'The result as a page.', mediaType: 'text/html' },
  303: { description: "The redirect to the shop's order page." },
  404: { description: 'A page for an unknown payment.', mediaType: 'text/html' },
} as const;

const returnFormResponses = {
  303: { description: 'The redirect to the return URL, with the parameters in the query.' },
} as const;
const returnToken: RouteParameter = { name: 'token', in: 'path', description: 'The token of the payment.' };

/**
 * Every route of the checkout, in the order in which a router must try them. The callback is first, because callbacks are
 * the most frequent requests. The server's router and `openapi/storefront.json` are made from this table.
 */
export const storefrontRoutes = {
  receiveCallback: { ...receiveCallback, path: '/callback' },
  receiveCallbackOfAccount: {
    ...receiveCallback,
    path: '/callback/{account}',
    parameters: [{ name: 'account', in: 'path', description: "The shop's id, with several accounts." }],
  },
  getHealth: {
    method: 'get',
    path: '/health',
    summary: 'Health of this process, for load balancers',
    responses: {
      200: { description: 'Payments can be served.', schema: createStatus('ok') },
      503: { description: 'Payments cannot be served.', schema: createStatus('failing') },
    },
    hasProblems: false,
  },
  getScript: {
    method: 'get',
    path: '/checkout.js',
    summary: "The element's script, for every browser",
    responses: script,
    hasProblems: false,
  },
  getModule: {
    method: 'get',
    path: '/checkout.mjs',
    summary: "The element's script, as a module",
    responses: script,
    hasProblems: false,
  },
  getManifest: {
    method: 'get',
    path: '/manifest.json',
    summary: 'The name, the integrity and the size of each script',
    responses: { 200: { description: 'The manifest, with an ETag.', mediaType: 'application/json' } },
    hasProblems: false,
  },
  getLazyModule: {
    method: 'get',
    path: '/checkout/{name}',
    summary: 'A module that the script loads on demand, such as a language',
    parameters: [{ name: 'name', in: 'path', description: 'Name of the module in the manifest.' }],
    responses: script,
  },
  getSession: {
    method: 'get',
    path: '/session',
    summary: 'The order and the channels',
    parameters: [order],
    responses: { 200: { description: 'The data that the element renders.', schema: storefrontSession } },
  },
  getBanks: {
    method: 'get',
    path: '/channels/{channelId}/banks',
    summary: 'The banks of a channel',
    parameters: [
      { name: 'channelId', in: 'path', description: 'Id of the channel.', schema: z.int() },
      order,
    ],
    responses: {
      200: { description: 'The banks, in the order in which they are shown.', schema: storefrontBanks },
    },
  },
  startPayment: {
    method: 'post',
    path: '/payments',
    summary: 'Start a payment. The server determines the price',
    body: startRequest,
    responses: { 201: { description: 'The payment and the redirect.', schema: startResponse } },
  },
  startPaymentByForm: {
    method: 'post',
    path: '/start',
    summary: 'Start a payment by an HTML form, without a script',
    body: startForm,
    bodyType: 'application/x-www-form-urlencoded',
    responses: {
      200: { description: 'A page on which the shopper chooses a bank.', mediaType: 'text/html' },
      303: { description: 'The redirect to the payment page.' },
    },
  },
  getPayment: {
    method: 'get',
    path: '/payments/{reference}',
    summary: 'Get a payment',
    parameters: [reference],
    responses: {
      200: {
        description: 'The payment. Without the cookie of the payment, only its reference and state.',
        schema: () => z.union([storefrontPayment(), storefrontPaymentStatus()]),
      },
    },
  },
  runRedirectScript: {
    method: 'get',
    path: '/payments/{reference}/redirect',
    summary: "A page that runs the gateway's redirection script, separate from the pages of the shop",
    parameters: [reference],
    responses: {
      200: { description: 'The page with the script and a link.', mediaType: 'text/html' },
      303: {
        description:
          'A redirect: to the result if the payment has ended or the browser has no cookie of the payment, or to the URL of the gateway if the gateway sent no script.',
      },
    },
  },
  reportBlockedScript: {
    method: 'post',
    path: '/payments/{reference}/redirect',
    summary: "Receive a browser's report that the policy of the redirect page has blocked its script",
    parameters: [reference],
    body: policyReport,
    bodyType: 'application/csp-report',
    responses: { 204: { description: 'The report was received.' } },
  },
  getQrCode: {
    method: 'get',
    path: '/payments/{reference}/qr',
    summary: 'The QR code of the URL that opens the payment on a phone, for a browser with the cookie',
    parameters: [reference],
    responses: {
      200: { description: 'The QR code. Caches must not store it.', mediaType: 'image/svg+xml' },
    },
  },
  openOnPhone: {
    method: 'get',
    path: '/payments/{reference}/phone/{token}',
    summary: 'Open a payment on a phone. The QR code contains this URL',
    parameters: [reference, { name: 'token', in: 'path', description: 'The token of the QR code.' }],
    responses: {
      303: {
        description:
          'The redirect to the payment, or to the result of an ended payment. The response sets a cookie that identifies the browser of the phone.',
      },
    },
  },
  payByCard: {
    method: 'post',
    path: '/payments/{reference}/card',
    summary: 'Send the card of a payment once, encrypted with the key of the start response',
    parameters: [reference],
    body: cardRequest,
    responses: {
      200: {
        description: "The payment, and the redirect to the bank's authentication if it is needed.",
        schema: cardResponse,
      },
    },
  },
  returnBrowser: {
    method: 'get',
    path: '/return/{token}',
    summary: 'Receive the browser that returns from the gateway',
    parameters: [returnToken],
    gatewayParameters: returnParameters,
    responses: returnResponses,
  },
  returnBrowserWithoutToken: {
    method: 'get',
    path: '/return',
    summary: 'Receive the browser that returns to a URL without a token',
    gatewayParameters: returnParameters,
    responses: returnResponses,
  },
  returnForm: {
    method: 'post',
    path: '/return/{token}',
    summary: 'Receive the form that a page of the gateway sends in place of a redirect',
    parameters: [returnToken],
    responses: returnFormResponses,
  },
  returnFormWithoutToken: {
    method: 'post',
    path: '/return',
    summary: 'Receive the form that a page of the gateway sends to a URL without a token',
    responses: returnFormResponses,
  },
} as const satisfies Readonly<Record<string, StorefrontRoute>>;

/** The name of a route; see {@link storefrontRoutes}. */
export type StorefrontRouteName = keyof typeof storefrontRoutes;
