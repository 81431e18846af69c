import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { type ModelRequest, openModel } from '../../../src/integrations/model/model.ts';
import { type Behaviour, inSequence, respond, respondWithError, useModelServer } from '../../support/extraction/model-server.ts';

const KEY = 'sk-test-4f9a1c77e0';
const server = useModelServer();

const open = (more: object = {}) =>
  openModel({ base_url: server.base_url, api_key: KEY, model: 'test', max_tokens: 10_000, timeout_ms: 60_000, ...more });

const QUESTION: ModelRequest = {
  system: 'Say what it is called.',
  data: 'It is called Acme.',
  schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'], additionalProperties: false },
  max_output_tokens: 500,
  timeout_ms: 60_000,
};

const ask = (behave: Behaviour, more: Partial<ModelRequest> = {}, model = open()) => {
  server.behave = behave;
  return model.ask({ ...QUESTION, ...more });
};
const formats = () => server.asked.map(({ body }) => body.response_format?.type ?? 'text');
const ACME = { name: 'Acme' };

test('requests structured output, separates instructions and data, and counts tokens', async () => {
  expect(await ask(() => ACME)).toEqual({ answer: ACME, tokens: { input: 100, output: 20 } });
  expect(server.asked).toHaveLength(1);
  const [{ body, authorization }] = server.asked as [(typeof server.asked)[number]];
  expect(authorization).toBe(`Bearer ${KEY}`);
  expect(body).toMatchObject({ model: 'test', max_tokens: 500, temperature: 0, response_format: { type: 'json_schema' } });
  expect(body.response_format?.json_schema).toMatchObject({ schema: QUESTION.schema, strict: true });
  expect(body.messages).toEqual([
    { role: 'system', content: QUESTION.system },
    { role: 'user', content: QUESTION.data },
  ]);
  expect(body.tools).toBeUndefined();
});

test('no key is sent if there is none', async () => {
  await ask(() => ACME, {}, open({ api_key: null }));
  expect(server.asked[0]?.authorization).toBeUndefined();
});

test.each<[string, Behaviour, string[]]>([
  [
    'no schema',
    ({ body }, response) =>
      body.response_format?.type === 'json_schema'
        ? respondWithError(response, 400, { error: { message: 'response_format: unknown type' } })
        : ACME,
    ['json_schema', 'json_object'],
  ],
  [
    'nothing but text, and does not say what is wrong',
    ({ body }, response) => (body.response_format ? respondWithError(response, 422, '{"detail":"bad request"}') : ACME),
    ['json_schema', 'json_object', 'text'],
  ],
  [
    'no schema, which it takes for its own fault',
    ({ body }, response) =>
      body.response_format?.type === 'json_schema' ? respondWithError(response, 500, 'failed to parse grammar') : ACME,
    ['json_schema', 'json_object'],
  ],
])('adapts to a server that supports %s, and remembers it', async (_, behave, wanted) => {
  const model = open();
  expect(await ask(behave, {}, model)).toMatchObject({ answer: ACME });
  expect(formats()).toEqual(wanted);
  expect(server.asked.at(-1)?.system).toContain(JSON.stringify(QUESTION.schema));
  await ask(behave, {}, model);
  expect(formats()).toEqual([...wanted, wanted.at(-1)]);
});

test('adapts to newer models that rename the token limit and fix the temperature', async () => {
  const outcome = await ask(({ body }, response) => {
    if ('max_tokens' in body)
      return respondWithError(response, 400, { error: { message: "'max_tokens' is not supported, use 'max_completion_tokens'" } });
    if ('temperature' in body)
      return respondWithError(response, 400, { error: { message: "'temperature' does not support 0 with this model" } });
    return ACME;
  });
  expect(outcome).toMatchObject({ answer: ACME });
  expect(server.asked.at(-1)?.body).toMatchObject({ max_completion_tokens: 500, response_format: { type: 'json_schema' } });
});

test('input that is too long is not sent again', async () => {
  const outcome = await ask((_, response) =>
    respondWithError(response, 400, { error: { message: 'maximum context length is 8192 tokens' } }),
  );
  expect(outcome).toMatchObject({ failed: 'refused', detail: expect.stringContaining('8192') });
  expect(server.asked).toHaveLength(1);
});

test.each([
  ['a fence of Markdown', '```json\n{"name":"Acme"}\n```'],
  ['a sentence before and after', 'Here is {the answer}:\n{"name":"Acme"}\nAnything else?'],
  ['thoughts', '<think>{"name":"Wrong"} or not?</think>\n\n{"name":"Acme"}'],
  ['white space', '\n\n   {"name":"Acme"}   \n'],
])('output wrapped in %s is read', async (_, text) => {
  expect(await ask((_asked, response) => respond(response, text))).toMatchObject({ answer: ACME });
});

test('output of another shape is returned as it is: the caller validates it', async () => {
  expect(await ask(() => ({ name: 7, more: ['x'] }))).toMatchObject({ answer: { name: 7, more: ['x'] } });
});

const NOT_READABLE: [string, Behaviour][] = [
  ['half an object', (_, response) => respond(response, '{"name":"Acme","list":[{"a":1},')],
  ['half an object, cut off at the limit', (_, response) => respond(response, '{"name":"Ac', { finish_reason: 'length' })],
  ['a whole object with the word that it was cut off', (_, response) => respond(response, '{"name":"Ac"}', { finish_reason: 'length' })],
  ['prose', (_, response) => respond(response, 'It is called Acme.')],
  ['nothing', (_, response) => respond(response, '')],
  ['a list', (_, response) => respond(response, '["Acme"]')],
  ['no choice', (_, response) => respondWithError(response, 200, { choices: [] })],
  [
    'another language altogether',
    (_, response) => respondWithError(response, 200, '<html>Welcome</html>', { 'content-type': 'text/html' }),
  ],
  ['half a body', (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":[{"mess')],
  ['an empty body', (_, response) => respondWithError(response, 200, '')],
  ['no content', (_, response) => void response.writeHead(204).end()],
  [
    'a call of a tool nobody offered',
    (_, response) =>
      respond(response, '', {
        finish_reason: 'tool_calls',
        message: {
          content: null,
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'fetch', arguments: '{"url":"/stray"}' } }],
        },
      }),
  ],
  [
    'a stream nobody asked for',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('data: {"choices":[{"delta":{"content":"{\\"name\\":\\"Acme\\"}"}}]}\n\ndata: [DONE]\n\n');
    },
  ],
];
test.each(NOT_READABLE)('%s is an error', async (_, behave) => {
  expect(await ask(behave)).toMatchObject({ failed: 'malformed' });
  expect(server.asked).toHaveLength(1);
});

test('a response of 50 MB is not read to its end', async () => {
  let written = 0;
  const outcome = await ask(async (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"');
    const part = 'x'.repeat(1024 * 1024);
    while (written < 50 * 1024 * 1024 && !response.destroyed) {
      written += part.length;
      if (!response.write(part))
        await new Promise<void>((resolve) => {
          response.once('drain', resolve);
          response.once('close', resolve);
        });
    }
    if (!response.destroyed) response.end('"}}]}');
  });
  expect(outcome).toMatchObject({ failed: 'malformed', detail: expect.stringContaining('bytes') });
  expect(written).toBeLessThan(20 * 1024 * 1024);
});

test.each<[string, Behaviour]>([
  ['hangs', () => undefined],
  [
    'drips',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(drip));
    },
  ],
])('a server that %s times out', async (_, behave) => {
  const began = performance.now();
  expect(await ask(behave, { timeout_ms: 300 })).toMatchObject({ failed: 'timed_out' });
  expect(performance.now() - began).toBeLessThan(30_000);
});

test('a request can be aborted', async () => {
  const off = new AbortController();
  const outcome = ask(() => off.abort(), { signal: off.signal });
  expect(await outcome).toEqual({ failed: 'timed_out', detail: 'the question was called off' });
});

test('a failing server is retried at most twice', async () => {
  expect(
    await ask(
      inSequence(
        (_, response) => respondWithError(response, 500, 'oops'),
        () => ACME,
      ),
    ),
  ).toMatchObject({ answer: ACME });
  expect(server.asked).toHaveLength(2);
  server.asked = [];
  expect(await ask((_, response) => respondWithError(response, 503, 'still'))).toMatchObject({ failed: 'unreachable' });
  expect(server.asked).toHaveLength(3);
});

test('Retry-After of a busy server is respected', async () => {
  const at: number[] = [];
  const note = () => at.push(performance.now());
  const busy: Behaviour = (_, response) => {
    note();
    respondWithError(response, 429, { error: { message: 'slow down' } }, { 'retry-after': '1' });
  };
  const ready: Behaviour = () => {
    note();
    return ACME;
  };
  expect(await ask(inSequence(busy, ready))).toMatchObject({ answer: ACME });
  expect(at[1]! - at[0]!).toBeGreaterThan(990);
});

test.each([
  ['an hour', { 'retry-after': '3600' }],
  ['until next year', { 'retry-after': new Date(Date.now() + 365 * 86_400_000).toUTCString() }],
])('a server with Retry-After of %s is not retried', async (_, headers) => {
  const began = performance.now();
  expect(await ask((_asked, response) => respondWithError(response, 429, 'no', headers))).toMatchObject({ failed: 'unreachable' });
  expect(server.asked).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(30_000);
});

test.each([
  [401, 'refused', { error: { message: 'no such key' } }],
  [403, 'refused', 'no'],
  [404, 'refused', { error: { message: 'the model test does not exist' } }],
  [402, 'over_budget', 'pay first'],
  [429, 'over_budget', { error: { message: 'You exceeded your quota', code: 'insufficient_quota' } }],
])('%i is final: %s', async (status, failed, said) => {
  expect(await ask((_, response) => respondWithError(response, status, said))).toMatchObject({ failed });
  expect(server.asked).toHaveLength(1);
});

test('a model that declines is an error', async () => {
  const declined = { content: null, refusal: 'I can’t help with that.' };
  expect(await ask((_, response) => respond(response, '', { message: declined }))).toMatchObject({ failed: 'refused' });
  expect(await ask((_, response) => respond(response, ACME, { finish_reason: 'content_filter' }))).toMatchObject({ failed: 'refused' });
});

test.each([
  ['is missing', null],
  ['is nothing', { prompt_tokens: 0, completion_tokens: 0 }],
  ['is nonsense', { prompt_tokens: -5, completion_tokens: 1e300 }],
])('tokens are estimated if the count %s', async (_, usage) => {
  const outcome = await ask((_asked, response) => respond(response, ACME, { usage }));
  expect(outcome).toMatchObject({ answer: ACME });
  const { tokens } = outcome as { tokens: { input: number; output: number } };
  expect(tokens.input).toBeGreaterThan(5);
  expect(tokens.input).toBeLessThan(100);
  expect(tokens.output).toBeGreaterThan(0);
});

test('a missing server, or one that disconnects, is unreachable', async () => {
  const nobody = createServer();
  await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
  const { port } = nobody.address() as AddressInfo;
  await new Promise((resolve) => nobody.close(resolve));
  const hangsUp = ask((_, response) => void response.destroy());
  const absent = open({ base_url: `http://127.0.0.1:${port}/v1` }).ask(QUESTION);
  expect(await Promise.all([hangsUp, absent])).toMatchObject([{ failed: 'unreachable' }, { failed: 'unreachable' }]);
});

test.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed, so the key goes nowhere else', async (status) => {
  const heard: (string | undefined)[] = [];
  const elsewhere = createServer((request, response) => {
    heard.push(request.headers.authorization);
    response.end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/v1/chat/completions`;
  const outcome = await ask((_, response) => respondWithError(response, status, '', { location }));
  expect(outcome).toMatchObject({ failed: 'refused', detail: expect.stringContaining('AI_BASE_URL') });
  expect(heard).toEqual([]);
  expect(server.asked).toHaveLength(1);
  await new Promise((resolve) => elsewhere.close(resolve));
});

test('no detail contains the key, whatever the server echoes', async () => {
  const echoes: Behaviour[] = [
    ({ authorization }, response) => respondWithError(response, 401, { error: { message: `wrong: ${authorization}` } }),
    ({ authorization }, response) => respondWithError(response, 400, `\n${authorization}\u0007 ${authorization}`),
    ({ authorization }, response) => respondWithError(response, 500, Buffer.from(`${authorization}`.slice(7)).toString('base64')),
    ({ authorization }, response) => respondWithError(response, 200, `${authorization}`),
    ({ authorization }, response) => respondWithError(response, 200, { error: { message: authorization } }),
    ({ authorization }, response) => respondWithError(response, 302, `${authorization}`, { location: `/?key=${authorization}` }),
  ];
  for (const echo of echoes) {
    const outcome = await ask(echo);
    expect(outcome).toHaveProperty('failed');
    const told = JSON.stringify(outcome);
    expect(told).not.toContain(KEY);
    expect(told).not.toContain(Buffer.from(KEY).toString('base64'));
    expect((outcome as { detail: string }).detail).toMatch(/^[^\n\u0007]{1,300}$/);
  }
});

test('only completions are requested, and nothing is written to the console', async () => {
  const written: unknown[] = [];
  const warn = (warning: Error) => written.push(warning);
  process.on('warning', warn);
  const { warn: keep } = console;
  console.warn = (...words) => void written.push(words);
  await ask(({ body }, response) =>
    body.response_format ? respondWithError(response, 400, 'response_format') : { fetch: `${server.base_url}/stray` },
  );
  await new Promise((resolve) => setImmediate(resolve));
  console.warn = keep;
  process.off('warning', warn);
  expect(written).toEqual([]);
  expect(server.strayed).toEqual([]);
});
