import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BadConfig, readConfig } from '../../../../src/config.ts';
import { guardedFetch } from '../../../../src/integrations/fetch/guarded-fetch.ts';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import { openVatService } from '../../../../src/integrations/vat.ts';
import type { Caller, Ctx, Site } from '../../../../src/kernel/context.ts';
import { noLimits, sharedLimits } from '../../../../src/kernel/limits.ts';
import { findSeller } from '../../../../src/modules/orders/quote/seller.ts';
import { checkVatNumber } from '../../../../src/modules/orders/vat/vat-number.ts';
import { selectSites } from '../../../../src/modules/sites/queries.ts';
import { ensureDefaultSite } from '../../../../src/modules/sites/sites.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';
import { useVatServer, type VatResponse } from '../../../support/orders/vat-server.ts';

const NUMBER = 'DE136695976';
const HOUR_MS = 3_600_000;
const START = new Date('2026-11-16T12:00:00Z');

const vies = useVatServer();
let database: TestDatabase;
let now = START;
const clock = { now: () => now };

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureDefaultSite(database.sql);
});
afterAll(() => database.drop());
beforeEach(async () => {
  now = START;
  vies.says = 'valid';
  vies.asked = [];
  await database.sql`delete from vat_checks`;
  await database.sql`delete from limits_taken`;
});

const caller: Caller = { account_id: 7, kind: 'session', scopes: [], client: null, expires_at: null, credential_id: null };
const reaching = (vat_check_url: string | null, limits = noLimits): Ctx => ({
  site: {} as Site,
  caller,
  clock,
  sql: database.sql,
  limits,
  request_id: '',
  integrations: openIntegrations({ smtp_url: null, mail_from: null, vat_check_url }),
});
const check = (vat_number: string | null = NUMBER, country: string | null = 'DE') =>
  checkVatNumber(reaching(vies.url), { country, vat_number });
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

describe('a number', () => {
  test('is valid if the service says so; prefix and digits are sent separately', async () => {
    expect(await check('136 695 976')).toEqual({ number: NUMBER, status: 'valid' });
    expect(await check('GR 094259216', 'GR')).toEqual({ number: 'EL094259216', status: 'valid' });
    expect(vies.asked).toEqual([
      { countryCode: 'DE', vatNumber: '136695976' },
      { countryCode: 'EL', vatNumber: '094259216' },
    ]);
    const [kept] = await database.sql`select * from vat_checks where number = ${NUMBER}`;
    expect(kept).toEqual({ number: NUMBER, valid: true, name: 'EXAMPLE TRADING LIMITED', checked_at: START });
  });

  test('is invalid if the service says so, whatever its check digits', async () => {
    vies.says = 'invalid';
    expect(await check()).toEqual({ number: NUMBER, status: 'invalid' });
    expect(await database.sql`select valid, name from vat_checks`).toEqual([{ valid: false, name: null }]);
  });

  test.each([
    ['DE136695978', 'DE'],
    ['DE136695976', 'AT'],
    ['XI333289454', 'IE'],
    ['nonsense', 'DE'],
  ])('%s for %s is invalid without a request', async (number, country) => {
    expect((await check(number, country)).status).toBe('invalid');
    expect(vies.asked).toEqual([]);
  });

  test('that is missing is reported as not given', async () => {
    for (const none of [null, '', ' - ']) expect(await check(none)).toEqual({ number: null, status: 'not_given' });
    expect(vies.asked).toEqual([]);
  });

  test('of a country outside the EU is stored and not checked', async () => {
    expect(await check('GB 333 2894 54', 'GB')).toEqual({ number: 'GB333289454', status: 'unchecked' });
    expect(vies.asked).toEqual([]);
  });

  test('is checked by format and check digits alone if no service is configured', async () => {
    const unset = reaching(null);
    expect(unset.integrations.vat).toBeNull();
    expect(await checkVatNumber(unset, { country: 'DE', vat_number: NUMBER })).toEqual({ number: NUMBER, status: 'valid' });
    expect(await checkVatNumber(unset, { country: 'DE', vat_number: 'DE136695978' })).toMatchObject({ status: 'invalid' });
    expect(await database.sql`select from vat_checks`).toHaveLength(0);
  });
});

describe('a result', () => {
  test('that a number is valid is cached for a day', async () => {
    await check();
    vies.says = 'invalid';
    later(24 * HOUR_MS - 1);
    expect((await check()).status).toBe('valid');
    expect(vies.asked).toHaveLength(1);
    later(1);
    expect((await check()).status).toBe('invalid');
    expect(vies.asked).toHaveLength(2);
  });

  test('that it is invalid is cached for an hour', async () => {
    vies.says = 'invalid';
    await check();
    vies.says = 'valid';
    later(HOUR_MS - 1);
    expect((await check()).status).toBe('invalid');
    later(1);
    expect((await check()).status).toBe('valid');
    expect(await database.sql`select valid, checked_at from vat_checks`).toEqual([{ valid: true, checked_at: now }]);
  });

  test('that is inconclusive is not cached: the next request may succeed', async () => {
    vies.says = 'member_state_unavailable';
    expect((await check()).status).toBe('unchecked');
    expect(await database.sql`select from vat_checks`).toHaveLength(0);
    vies.says = 'valid';
    expect((await check()).status).toBe('valid');
  });

  test('that has expired is not used when the service is down', async () => {
    await check();
    later(24 * HOUR_MS);
    vies.says = 'down';
    expect((await check()).status).toBe('unchecked');
  });

  test('is requested at most 60 times an hour per account; the next number stays unchecked', async () => {
    const ctx = reaching(vies.url, sharedLimits(database.sql, clock));
    vies.says = 'member_state_unavailable';
    for (let i = 0; i < 60; i++) await checkVatNumber(ctx, { country: 'DE', vat_number: NUMBER });
    vies.says = 'valid';
    expect(await checkVatNumber(ctx, { country: 'DE', vat_number: NUMBER })).toEqual({ number: NUMBER, status: 'unchecked' });
    expect(vies.asked).toHaveLength(60);
    later(HOUR_MS);
    expect((await checkVatNumber(ctx, { country: 'DE', vat_number: NUMBER })).status).toBe('valid');
  });
});

describe('a service', () => {
  const patience_ms = 300;
  const asking = () => openVatService(vies.url, guardedFetch({ allow_private: true }), patience_ms)('DE', '136695976');

  const troubles: [VatResponse, RegExp][] = [
    ['member_state_unavailable', /^MS_UNAVAILABLE$/],
    ['blocked', /^IP_BLOCKED$/],
    ['down', /^answered 503, SERVICE_UNAVAILABLE$/],
    ['silent', /^timed_out/],
    ['dripping', /^timed_out/],
    ['broken_json', /^the answer is not JSON$/],
    ['a_page', /^the answer is not JSON$/],
    ['nonsense', /does not say whether/],
    ['endless', /^too_large/],
    ['elsewhere', /^answered 307/],
    ['hung_up', /^unreachable/],
  ];
  test.each(troubles)('that is %s leaves a number unchecked', async (says, trouble) => {
    vies.says = says;
    expect(await asking()).toEqual({ trouble: expect.stringMatching(trouble) });
    const integrations = { ...openIntegrations({ smtp_url: null, mail_from: null }), vat: asking };
    expect(await checkVatNumber({ ...reaching(null), integrations }, { country: 'DE', vat_number: NUMBER })).toEqual({
      number: NUMBER,
      status: 'unchecked',
    });
    expect(await database.sql`select from vat_checks`).toHaveLength(0);
  });

  test('that is unreachable leaves a number unchecked', async () => {
    const nowhere = new URL(vies.url);
    nowhere.port = '1';
    expect((await checkVatNumber(reaching(nowhere.href), { country: 'DE', vat_number: NUMBER })).status).toBe('unchecked');
  });
});

describe('VAT_CHECK_URL', () => {
  test('is an address or empty', () => {
    expect(readConfig({}).vat_check_url).toBeNull();
    expect(readConfig({ VAT_CHECK_URL: '' }).vat_check_url).toBeNull();
    expect(readConfig({ VAT_CHECK_URL: 'https://vat.example/check?key=1' }).vat_check_url).toBe('https://vat.example/check?key=1');
  });

  test.each(['vat.example', 'ftp://vat.example/', 'https://user:secret@vat.example/', 'https://vat.example/#secret'])(
    'is refused as %s, without repeating it',
    (VAT_CHECK_URL) => {
      expect(() => readConfig({ VAT_CHECK_URL })).toThrow(BadConfig);
      expect(() => readConfig({ VAT_CHECK_URL })).toThrow(/^VAT_CHECK_URL must be (?!.*(secret|ftp))/);
    },
  );
});

describe('the seller', () => {
  const SELLER = { name: 'Example GmbH', lines: ['1 Example Street', '10115 Berlin'], country: 'DE', vat_number: null, email: null };
  const settled = async (settings: object) => {
    const { id } = (await selectSites(database.sql))[0]!;
    await database.sql`update sites set settings = ${database.sql.json(settings as never)} where id = ${id}`;
    return findSeller(database.sql, id);
  };

  test('comes from the site’s settings, and is null if they are missing or invalid', async () => {
    expect(await settled({ seller: SELLER })).toEqual(SELLER);
    expect(await settled({})).toBeNull();
    expect(await settled({ seller: null })).toBeNull();
    expect(await settled({ seller: { ...SELLER, country: 'Germany' } })).toBeNull();
    expect(await settled({ seller: { ...SELLER, lines: [] } })).toBeNull();
    expect(await findSeller(database.sql, 0)).toBeNull();
  });
});
