import { type Input, OPERATIONS } from './operations.ts';
import type { Answer, Person, Recorder, Request } from './recorder.ts';

/** Calls an operation, records the call under a label and returns the JSON it answered with. */
export type Call = (label: string, operation: string, input: Input, more?: Record<string, string>) => Promise<Record<string, unknown>>;

const credentials = ({ key }: Person): Record<string, string> => (key ? { authorization: `Bearer ${key}` } : {});

const parse = ({ text }: Answer): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
};

/** An operation as a REST request: parts of the path, then a query or a JSON body. */
export const restRequest = (person: Person, operation: string, input: Input): Request => {
  const [method, template] = OPERATIONS[operation]!;
  const rest = { ...input };
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name];
    return encodeURIComponent(String(input[name]));
  });
  if (method === 'GET' || method === 'DELETE') {
    const query = new URLSearchParams(Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]));
    return { method, path: `/api/v1${path}${query.size > 0 ? `?${query}` : ''}`, headers: credentials(person) };
  }
  const has_body = Object.keys(rest).length > 0;
  return {
    method,
    path: `/api/v1${path}`,
    headers: { ...credentials(person), ...(has_body && { 'content-type': 'application/json' }) },
    ...(has_body && { body: JSON.stringify(rest) }),
  };
};

export const mcpRequest = (person: Person, message: object, version = '2025-06-18'): Request => ({
  method: 'POST',
  path: '/mcp',
  headers: {
    ...credentials(person),
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': version,
  },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
});

export const restCaller =
  (recorder: Recorder, person: Person): Call =>
  async (label, operation, input, { idempotency_key, ...headers } = {}) => {
    const request = restRequest(person, operation, input);
    request.headers = { ...request.headers, ...headers, ...(idempotency_key && { 'idempotency-key': idempotency_key }) };
    return parse(await recorder.record(`rest/${operation}/${label}.${person.name}`, person, request));
  };

export const mcpCaller =
  (recorder: Recorder, person: Person): Call =>
  async (label, operation, input, { idempotency_key } = {}) => {
    const message = {
      method: 'tools/call',
      params: { name: operation, arguments: { ...input, ...(idempotency_key && { idempotency_key }) } },
    };
    const { text } = await recorder.record(`mcp/${operation}/${label}.${person.name}`, person, mcpRequest(person, message));
    const data = /^data: (.*)$/m.exec(text)?.[1];
    const answer = data && (JSON.parse(data) as { result?: { content?: { text: string }[] } }).result?.content?.[0]?.text;
    return answer ? (JSON.parse(answer) as Record<string, unknown>) : {};
  };
