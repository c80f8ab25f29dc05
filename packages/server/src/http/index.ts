// The requests and replies of the checkout, for the adapter of a server framework
export type { Dispatch, MountedPart } from './dispatch.ts';
export type { HttpReply } from './route.ts';
export type { HttpRequest } from './route.ts';
