import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll } from 'vitest';

export interface ReceivedMessage {
  headers: IncomingHttpHeaders;
  body: string;
  id: string;
  type: string;
  key: string | undefined;
}

export interface WebhookReceiver {
  url: string;
  received: ReceivedMessage[];
  /** Answers a message; without it with 204. */
  answer: ((message: ReceivedMessage, response: ServerResponse) => void | Promise<void>) | null;
  /** What arrived since the last call, as `type key`. */
  take(): string[];
}

/** An HTTP server on loopback that receives webhooks. */
export const useWebhookReceiver = (): WebhookReceiver => {
  const receiver: WebhookReceiver = {
    url: '',
    received: [],
    answer: null,
    take: () => receiver.received.splice(0).map(({ type, key }) => (key ? `${type} ${key}` : type)),
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { type, data } = JSON.parse(body) as { type: string; data: { key?: string } };
    const message = { headers: request.headers, body, id: String(request.headers['webhook-id']), type, key: data.key };
    receiver.received.push(message);
    response.statusCode = 204;
    await receiver.answer?.(message, response);
    response.end();
  });
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
};
