import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';

/** A request as received. */
export interface ModelRequest {
  path: string;
  authorization: string | undefined;
  /** The request body, as sent. */
  body: {
    model: string;
    messages: { role: string; content: string }[];
    response_format?: { type: string; json_schema?: { schema: object; strict: boolean } };
    [name: string]: unknown;
  };
  system: string;
  data: string;
}

/** How the server handles a request. A returned value is sent as JSON in a completion; without one, the handler has responded itself. */
export type Behaviour = (asked: ModelRequest, response: ServerResponse) => unknown;

interface Completion {
  finish_reason?: string;
  usage?: unknown;
  message?: object;
}

/** Responds with a completion of this content. */
export const respond = (response: ServerResponse, content: unknown, { finish_reason = 'stop', usage, message }: Completion = {}): void => {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const choices = [{ index: 0, finish_reason, message: { role: 'assistant', content: text, ...message } }];
  const counted = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
  const body = {
    id: 'answer-1',
    object: 'chat.completion',
    created: 1,
    model: 'test',
    choices,
    usage: usage === undefined ? counted : usage,
  };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** Responds with an error status, and a body in OpenAI's error format unless it is text. */
export const respondWithError = (
  response: ServerResponse,
  status: number,
  said: string | object,
  headers: Record<string, string> = {},
): void => {
  const body = typeof said === 'string' ? said : JSON.stringify(said);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
};

/** One behaviour per request; the last one repeats. */
export const inSequence = (...behaviours: Behaviour[]): Behaviour => {
  let turn = 0;
  return (asked, response) => behaviours[Math.min(turn++, behaviours.length - 1)]!(asked, response);
};

const textOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

/** A server on loopback with OpenAI's API that behaves as configured. */
export const useModelServer = () => {
  const state = {
    base_url: '',
    asked: [] as ModelRequest[],
    behave: (() => ({})) as Behaviour,
    /** Requested paths other than completions, to detect clients that follow links. */
    strayed: [] as string[],
  };
  const server = createServer(async (request, response) => {
    if (request.url !== '/v1/chat/completions') {
      state.strayed.push(request.url!);
      response.writeHead(404).end();
      return;
    }
    const body = JSON.parse(await textOf(request)) as ModelRequest['body'];
    const said = (role: string) => body.messages.find((message) => message.role === role)?.content ?? '';
    const asked = { path: request.url, authorization: request.headers.authorization, body, system: said('system'), data: said('user') };
    state.asked.push(asked);
    const answer = await state.behave(asked, response);
    if (answer !== undefined) respond(response, answer);
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    state.base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  beforeEach(() => {
    state.asked = [];
    state.strayed = [];
  });
  afterAll(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return state;
};
