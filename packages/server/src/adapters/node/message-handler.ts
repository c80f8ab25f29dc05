import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dispatch } from '../../http/dispatch.ts';
import { findMountedPath, parseTarget } from '../target.ts';
import { sendReply } from '../send-reply.ts';
import type { ReadAddress } from '../visitor-address.ts';
import { NodeRequest } from './node-request.ts';

interface MessageHandlerParts<NativeRequest> {
  readonly dispatch: Dispatch;
  readonly mountPaths: readonly string[];
  readonly readAddress: ReadAddress<NativeRequest>;
}

/** Resolves with false, without a response, for a request that is not below the mount path. */
export type MessageHandler<NativeRequest> = (
  message: IncomingMessage,
  response: ServerResponse,
  native: NativeRequest,
) => Promise<boolean>;

export function createMessageHandler<NativeRequest>({
  dispatch,
  mountPaths,
  readAddress,
}: MessageHandlerParts<NativeRequest>): MessageHandler<NativeRequest> {
  return async (message, response, native) => {
    const target = parseTarget(message.url ?? '');
    const mounted = target && findMountedPath(target.pathname, mountPaths);
    if (target === undefined || mounted === undefined) return false;
    const connection = {
      remoteAddress: message.socket.remoteAddress,
      forwardedFor: [message.headers['x-forwarded-for']].flat().join(','),
    };
    const request = new NodeRequest({
      ...mounted,
      query: target.searchParams,
      message,
      response,
      native,
      readAddress: () => readAddress(native, connection),
    });
    sendReply(response, await dispatch(request));
    return true;
  };
}
