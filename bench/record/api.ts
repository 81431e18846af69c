import { mcpCaller, mcpRequest, restCaller, restRequest } from './calls.ts';
import { EXAMPLES, OPERATIONS, PRIVATE, PUBLIC_READS } from './operations.ts';
import type { Person, Recorder } from './recorder.ts';

const WRITES = Object.keys(OPERATIONS).filter((id) => OPERATIONS[id]![0] !== 'GET');

/** Public reads by REST and as MCP tools. */
export const recordReads = async (recorder: Recorder, when: string, people: Person[]): Promise<void> => {
  for (const person of people)
    for (const caller of [restCaller, mcpCaller]) {
      const call = caller(recorder, person);
      for (const [label, operation, input] of PUBLIC_READS) await call(`${when}-${label.slice(0, 60)}`, operation, input);
    }
};

/** Errors of every operation: no key, a key with another scope, unknown input, records that are missing or not the caller's. */
export const recordRefusals = async (recorder: Recorder, stranger: Person, narrow: Person, member: Person): Promise<void> => {
  for (const caller of [restCaller, mcpCaller]) {
    const [asStranger, asNarrow, asMember] = [stranger, narrow, member].map((person) => caller(recorder, person)) as [
      ReturnType<typeof caller>,
      ReturnType<typeof caller>,
      ReturnType<typeof caller>,
    ];
    for (const [operation, input] of Object.entries(EXAMPLES)) {
      await asMember('example', operation, input);
      await asMember('unknown-input', operation, { ...input, nonsense: '1' });
      if (!PRIVATE.includes(operation)) continue;
      await asStranger('no-key', operation, input);
      await asNarrow('other-scope', operation, input);
    }
  }
  const forger = { ...stranger, name: 'forger', key: `lw_${'x'.repeat(43)}` };
  await restCaller(recorder, forger)('wrong-key', 'get_account', {});
  await mcpCaller(recorder, forger)('wrong-key', 'get_account', {});
  await restCaller(recorder, forger)('wrong-key', 'get_site', {});
};

/** Errors of REST only: methods, content types, bodies and paths. */
export const recordHttpRefusals = async (recorder: Recorder, stranger: Person, member: Person): Promise<void> => {
  for (const [operation, input] of Object.entries(EXAMPLES)) {
    const request = restRequest(member, operation, input);
    const method = request.method === 'DELETE' ? 'PATCH' : 'DELETE';
    await recorder.record(`rest/${operation}/other-method`, stranger, { method, path: request.path });
    await recorder.record(`rest/${operation}/preflight`, stranger, {
      method: 'OPTIONS',
      path: request.path,
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': request.method! },
    });
    if (request.method === 'GET') await recorder.record(`rest/${operation}/head`, member, { ...request, method: 'HEAD' });
  }
  const BODIES: [label: string, type: string, body: string][] = [
    ['wrong-type', 'text/plain', '{}'],
    ['form', 'application/x-www-form-urlencoded', 'a=1'],
    ['malformed', 'application/json', '{"url": '],
    ['list', 'application/json', '[]'],
    ['null', 'application/json', 'null'],
    ['empty-object', 'application/json', '{}'],
  ];
  for (const operation of WRITES) {
    const { method, path, headers } = restRequest(member, operation, EXAMPLES[operation]!);
    for (const [label, type, body] of BODIES)
      await recorder.record(`rest/${operation}/body-${label}`, member, {
        method,
        path,
        headers: { ...headers, 'content-type': type },
        body,
      });
  }
  const PATHS = [
    '/api/v1',
    '/api/v1/',
    '/api/v1/nothing',
    '/api/v2/site',
    '/api/v1/listings?q=a&q=b',
    '/api/v1/listings/%ff',
    '/api/v1/openapi.json',
  ];
  for (const [at, path] of PATHS.entries()) await recorder.record(`rest/addresses/${at}`, stranger, { path });
};

/** MCP apart from its tools. */
export const recordMcp = async (recorder: Recorder, stranger: Person, member: Person): Promise<void> => {
  const hello = { capabilities: {}, clientInfo: { name: 'recording', version: '1.0.0' } };
  for (const version of ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
    const initialize = { method: 'initialize', params: { protocolVersion: version, ...hello } };
    await recorder.record(`mcp/protocol/initialize-${version}`, stranger, mcpRequest(stranger, initialize, version));
    await recorder.record(`mcp/protocol/list-${version}`, stranger, mcpRequest(stranger, { method: 'tools/list' }, version));
  }
  const MESSAGES: Record<string, object> = {
    ping: { method: 'ping' },
    'no-such-method': { method: 'nothing/here' },
    'no-such-tool': { method: 'tools/call', params: { name: 'cast_vote', arguments: {} } },
    'no-arguments': { method: 'tools/call', params: { name: 'get_listing' } },
    resources: { method: 'resources/list' },
  };
  for (const [label, message] of Object.entries(MESSAGES))
    for (const person of [stranger, member])
      await recorder.record(`mcp/protocol/${label}.${person.name}`, person, mcpRequest(person, message));
  await recorder.record('mcp/protocol/malformed', stranger, { ...mcpRequest(stranger, {}), body: '{' });
  await recorder.record('mcp/protocol/foreign-origin', stranger, {
    ...mcpRequest(stranger, { method: 'tools/list' }),
    headers: { ...mcpRequest(stranger, {}).headers, origin: 'https://elsewhere.example' },
  });
  for (const method of ['GET', 'DELETE', 'PUT', 'HEAD'])
    await recorder.record(`mcp/protocol/method-${method}`, stranger, { method, path: '/mcp' });
};
