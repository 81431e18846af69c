import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/registry.ts';
import { AGENTS } from '../../support/http/agents.ts';
import { usePublisher } from '../../support/http/client-publisher.ts';
import { answerIn, Memory, OFFICIAL_CLIENTS, type Talker, wantsPerson } from '../../support/http/mcp-clients.ts';
import { newPerson, type Person } from '../../support/http/oauth.ts';
import { useServer } from '../../support/server.ts';

const server = useServer({ demo: false, crawl_allow_private: true });
const publisher = usePublisher({
  '/client.json': (client_id) => ({ client_id, client_name: 'Described Client', redirect_uris: ['http://localhost:7777/callback'] }),
});

const WAYS: [string, () => Memory][] = [
  ['registration', () => new Memory()],
  ['metadata document', () => new Memory(`${publisher.origin}/client.json`)],
];

/** The MCP endpoint's response to a token. */
const knock = async (token: string): Promise<number> => {
  const answer = await fetch(`${server.root}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  return answer.status;
};

/** Calls a tool that needs sign-in, lets the user consent, and calls it again. */
const callWith = async (talker: Talker, memory: Memory, person: Person, tool = 'get_account') => {
  const refused = await talker.call(tool).then(
    (told) => told,
    (error) => error,
  );
  expect(wantsPerson(refused), String(refused)).toBe(true);
  const back = await person.answer(memory.sent!);
  expect(back.searchParams.get('state')).toBe('the-state');
  await talker.finish(back);
  return talker.call(tool);
};

describe.each(OFFICIAL_CLIENTS)('%s', (name, open) => {
  test.each(WAYS)('connects by %s, calls, refreshes, and is disconnected', async (way, remember) => {
    const person = await newPerson(server);
    const memory = remember();
    const talker = await open(server.root, memory);
    expect(answerIn(await callWith(talker, memory, person))).toMatchObject({ email: person.email });
    expect(memory.sent!.searchParams.get('scope')).toBe('account:read listings:write orders:write');
    expect(memory.sent!.searchParams.get('resource')).toBe(`${server.root}/mcp`);
    expect(memory.sent!.searchParams.get('client_id')!.startsWith('https:')).toBe(way === 'metadata document');

    // As if expired: the client refreshes by itself, and the call succeeds.
    const first = memory.stored!;
    memory.stored = { ...first, access_token: 'x'.repeat(43) };
    expect(answerIn(await talker.call('get_account'))).toMatchObject({ email: person.email });
    expect(memory.stored!.refresh_token).not.toBe(first.refresh_token);

    const { access_token } = memory.stored!;
    await person.ask('/account/applications/disconnect', {
      method: 'POST',
      headers: { origin: server.root, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_id: memory.sent!.searchParams.get('client_id')! }).toString(),
    });
    await expect.poll(() => knock(access_token)).toBe(401);
    memory.sent = undefined;
    expect(wantsPerson(await talker.call('get_account').catch((error) => error))).toBe(true);
    expect(memory.sent).toBeDefined();
    await talker.close();
  });

  test('requests a further scope', async () => {
    const person = await newPerson(server);
    const memory = new Memory();
    const talker = await open(server.root, memory);
    await talker.ask('orders:write');
    await talker.finish(await person.answer(memory.sent!));
    expect(memory.stored!.scope).toBe('orders:write');
    if (name === 'official SDK 1.32') {
      // It refreshes, which cannot add scopes: the application has to authorize again.
      await expect(talker.call('get_account')).rejects.toThrow('403');
      memory.stored = undefined;
      await talker.ask('account:read orders:write');
      await talker.finish(await person.answer(memory.sent!));
      expect(answerIn(await talker.call('get_account'))).toMatchObject({ email: person.email });
    } else {
      expect(answerIn(await callWith(talker, memory, person))).toMatchObject({ email: person.email });
    }
    expect(memory.stored!.scope!.split(' ').toSorted()).toEqual(['account:read', 'orders:write']);
    await talker.close();
  });
});

for (const [name, open] of AGENTS)
  test.skipIf(name.includes('skipped'))(
    `SPEC 5: ${name} reads without sign-in, and after one consent writes and asks for prices`,
    async () => {
      const person = await newPerson(server);
      const consents: URL[] = [];
      const agent = await open(server.root, async (address) => {
        consents.push(new URL(address));
        return person.answer(address);
      });
      expect((await agent.list()).toSorted()).toEqual(OPERATIONS.map(({ id }) => id).toSorted());
      expect(answerIn(await agent.call('get_site'))).toMatchObject({ urls: { mcp: `${server.root}/mcp` } });
      expect(consents).toEqual([]);
      const draft = answerIn(await agent.call('submit_listing', { url: `https://${randomUUID()}.example` }));
      expect(answerIn(await agent.call('get_draft', { id: draft.id }))).toMatchObject({ id: draft.id, status: 'crawling' });
      const quote = await agent.call('quote_order', { items: [{ product: 'launch', listing_id: 1 }] });
      expect(quote.content[0]!.text).not.toContain('scope');
      expect(consents).toHaveLength(1);
      await agent.close();
    },
  );

test('a batch is only accepted if each of its calls is', async () => {
  const call = (id: number, name: string) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {} } });
  const send = (calls: object[]) =>
    fetch(`${server.root}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-03-26' },
      body: JSON.stringify(calls),
    });
  expect((await send([call(1, 'get_site'), call(2, 'list_categories')])).status).toBe(200);
  const refused = await send([call(1, 'get_site'), call(2, 'get_account')]);
  expect(refused.status).toBe(401);
  expect(refused.headers.get('www-authenticate')).toContain(`resource_metadata="${server.root}/.well-known/oauth-protected-resource/mcp"`);
});
