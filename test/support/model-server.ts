import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';

/** A question as it came over the wire. */
export interface Asked {
  path: string;
  authorization: string | undefined;
  /** The request, as sent. */
  body: {
    model: string;
    messages: { role: string; content: string }[];
    response_format?: { type: string; json_schema?: { schema: object; strict: boolean } };
    [name: string]: unknown;
  };
  system: string;
  data: string;
}

/** What the server does with a question. What it gives back is answered as JSON in a completion; without that it has answered itself. */
export type Behaviour = (asked: Asked, response: ServerResponse) => unknown;

interface Completion {
  finish_reason?: string;
  usage?: unknown;
  message?: object;
}

/** Answers with a completion that says this. */
export const say = (response: ServerResponse, content: unknown, { finish_reason = 'stop', usage, message }: Completion = {}): void => {
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

/** Answers with a status, and the body as OpenAI words its errors unless it is text. */
export const turnAway = (response: ServerResponse, status: number, said: string | object, headers: Record<string, string> = {}): void => {
  const body = typeof said === 'string' ? said : JSON.stringify(said);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
};

/** One behaviour for each question in turn; the last for all that follow. */
export const inTurn = (...behaviours: Behaviour[]): Behaviour => {
  let turn = 0;
  return (asked, response) => behaviours[Math.min(turn++, behaviours.length - 1)]!(asked, response);
};

const textOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

/** A real server on loopback that speaks OpenAI's language and behaves as it is told. */
export const useModelServer = () => {
  const state = {
    base_url: '',
    asked: [] as Asked[],
    behave: (() => ({})) as Behaviour,
    /** Addresses asked for that are not those of a completion: a client that follows what it is told would show here. */
    strayed: [] as string[],
  };
  const server = createServer(async (request, response) => {
    if (request.url !== '/v1/chat/completions') {
      state.strayed.push(request.url!);
      response.writeHead(404).end();
      return;
    }
    const body = JSON.parse(await textOf(request)) as Asked['body'];
    const said = (role: string) => body.messages.find((message) => message.role === role)?.content ?? '';
    const asked = { path: request.url, authorization: request.headers.authorization, body, system: said('system'), data: said('user') };
    state.asked.push(asked);
    const answer = await state.behave(asked, response);
    if (answer !== undefined) say(response, answer);
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
