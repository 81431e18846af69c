import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { findNewestMail } from '../support/accounts/person.ts';
import { serveProduct } from '../support/extraction/product-site.ts';
import { answerIn, type Told } from '../support/http/mcp-clients.ts';
import { useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const server = useServer({ jobs: true, crawl_allow_private: true });

test('from a URL to a listing through MCP with the official client, in 6 calls', async () => {
  const { key, account_id } = await server.member();
  const site = await serveProduct();
  const client = new Client({ name: 'launchweek-test', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server.root}/mcp`), { requestInit: { headers: { authorization: `Bearer ${key}` } } }),
  );
  // With a tool list, the client validates every result against its schema.
  await client.listTools();
  let calls = 0;
  const call = async (name: string, input: Record<string, unknown>) => {
    calls++;
    const told = (await client.callTool({ name, arguments: input })) as Told;
    if (told.isError) throw new Error(told.content[0]!.text);
    return answerIn(told) as Record<string, never>;
  };

  const { id } = await call('submit_listing', { url: site.url, idempotency_key: 'journey' });
  await until(async () => (await server.sql`select from drafts where id = ${String(id)} and status = 'ready'`).length > 0);
  expect((await call('get_draft', { id })).status).toBe('ready');
  const edited = await call('update_draft', {
    id,
    fields: { categories: ['Accounting'], tagline: 'Notes you find again', description: 'Typed by its maker.' },
    lock_fields: ['tagline'],
    view: 'full',
  });
  expect(edited).toMatchObject({ fields: { tagline: { state: 'override' } } });
  const redrafted = await call('update_draft', { id, regenerate: ['tagline', 'name'], view: 'full' });
  expect(redrafted).toMatchObject({
    status: 'ready',
    fields: { tagline: { value: 'Notes you find again' }, name: { value: 'Acme Notes', state: 'ai' } },
  });
  expect(await call('invite_cofounder', { id, email: 'rui@acme.example' })).toMatchObject({ status: 'sent', invites_left: 9 });
  const { listing_id, status } = await call('submit_draft', { id });
  expect(status).toBe('draft');
  expect(calls).toBe(6);

  expect((await findNewestMail(server, 'rui@acme.example')).text).toContain('/invites?token=');
  expect((await server.sql`select owner_id, tagline from listings where id = ${Number(listing_id)}`)[0]).toEqual({
    owner_id: account_id,
    tagline: 'Notes you find again',
  });
  await client.close();
  await site.close();
});
