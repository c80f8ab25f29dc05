/**
 * Declares what the code in docs/server-drawn-pages.md and docs/frameworks imports of frameworks that are not installed here, and of its own
 * modules. A nightly test compiles this code with the frameworks.
 */
export const frameworkTypes = `
  declare module '@/checkout' {
    export function getCheckout(): import('@pgw/server/web').Checkout;
  }
  declare module '@/orders' {
    export const file: string;
    export function findOrder(
      id: string,
    ): { amount: number; currencyCode: string; state: string } | undefined;
  }
  declare module '@/start' {
    export function start(): Promise<void>;
  }
  declare interface PageProps<Route extends '/orders/[id]'> {
    params: Promise<{ id: string }>;
    searchParams: Promise<{ payment?: string; readonly route?: Route }>;
  }
  declare module '@/lib/checkout' {
    export function getCheckout(): import('@pgw/server/web').Checkout;
    export function createNonce(): string;
  }
  declare module '~/lib/checkout.server' {
    export function getCheckout(): import('@pgw/server/web').Checkout;
    export function createNonce(): string;
  }
  declare module '~/lib/nonce.server' {
    export const nonceContext: import('react-router').RouterContext<string>;
  }
  declare module 'next/headers' {
    export function headers(): Promise<Headers>;
  }
  declare module 'next/navigation' {
    export function notFound(): never;
  }
  declare module 'next/server' {
    export type NextRequest = Request;
    export function connection(): Promise<void>;
    export const NextResponse: { next(init: { request: { headers: Headers } }): Response };
  }
  declare module 'react-router' {
    type Component<Props = object> = (props: Props) => import('react').ReactNode;
    export interface RouterContext<Value> { readonly defaultValue: Value }
    export interface RouterContextProvider {
      get<Value>(context: RouterContext<Value>): Value;
      set<Value>(context: RouterContext<Value>, value: Value): void;
    }
    export interface LoaderFunctionArgs {
      request: Request;
      params: Record<string, string | undefined>;
      context: Readonly<RouterContextProvider>;
    }
    export type MiddlewareFunction<Result> = (
      args: LoaderFunctionArgs,
      next: () => Promise<Result>,
    ) => Promise<Result>;
    export interface EntryContext { readonly isSpaMode: boolean }
    export const Outlet: Component, Scripts: Component;
    export const ServerRouter: Component<{ context: EntryContext; url: string; nonce: string }>;
    export function createContext<Value>(defaultValue: Value): RouterContext<Value>;
    export function useLoaderData<Loader extends (args: never) => unknown>(): Awaited<ReturnType<Loader>>;
    export function useParams(): Record<string, string | undefined>;
    export function redirect(path: string): Response;
  }
  declare module '@react-router/dev/routes' {
    export type RouteConfig = readonly object[];
    export function route(path: string, file: string): object;
  }
  declare module 'react-dom/server' {
    export function renderToReadableStream(
      element: import('react').ReactNode,
      options: { nonce: string; signal: AbortSignal },
    ): Promise<ReadableStream>;
  }
  declare module 'astro' {
    export type APIRoute = (context: { request: Request }) => Promise<Response>;
  }
  declare module 'astro/config' {
    export function defineConfig(config: object): object;
  }
  declare function defineNuxtConfig(config: {
    compatibilityDate: string;
    vue: { compilerOptions: { isCustomElement: (tag: string) => boolean } };
    app: object;
  }): object;
  declare function defineEventHandler(handler: (event: object) => Promise<Response>): object;
  declare function toWebRequest(event: object): Request;
  declare function getCheckout(): import('@pgw/server/web').Checkout;
  declare function defineNitroPlugin(
    plugin: (nitro: { hooks: { hook(name: 'close', listener: () => Promise<void>): void } }) => void,
  ): object;
  declare module '*/lib/server/checkout' {
    export function getCheckout(): import('@pgw/server/web').Checkout;
  }
  declare module '*/$types' {
    export type RequestHandler = (event: { request: Request }) => Promise<Response>;
  }
  declare module '@sveltejs/kit' {
    export function error(status: number, text: string): never;
    export type ServerInit = () => void;
    export type Handle = (input: {
      event: { request: Request; url: URL };
      resolve(event: object): Promise<Response>;
    }) => Promise<Response>;
  }
  declare module '@sveltejs/kit/vite' {
    export function sveltekit(options: object): object;
  }
  declare module '@sveltejs/adapter-node' {
    export default function adapter(): object;
  }
  declare module 'vite' {
    export function defineConfig(config: object): object;
  }
  declare module '@astrojs/node' {
    export default function node(options: { mode: 'standalone' | 'middleware' }): object;
  }
`;
