// What checking a credential costs: CPU time of this process per check, with a thousand keys in use at once, through the same code as REST.
// usage: node bench/credentials.ts postgres://… (a migrated database; accounts and keys of its own are made and removed)

import pino from 'pino';
import { connect } from '../src/db/open.ts';
import { primaryOnly } from '../src/db/replicas/replicas.ts';
import { authenticate } from '../src/http/authentication.ts';
import { buildDeps } from '../src/http/deps.ts';
import { openIntegrations } from '../src/integrations/integrations.ts';
import { noLimits } from '../src/kernel/limits.ts';
import { hashToken, newToken } from '../src/kernel/secrets.ts';
import { systemClock } from '../src/kernel/time/clock.ts';

const KEYS = 1000;
const CHECKS = 500_000;

const sql = connect(process.argv[2]!, 5);
const deps = buildDeps({
  sql,
  sessions: sql,
  reads: primaryOnly(sql),
  checks: [],
  clock: systemClock,
  site_root: 'http://localhost',
  log: pino({ level: 'silent' }),
  limits: noLimits,
  integrations: openIntegrations(),
});
const site = await deps.siteOf('localhost');
const [account] = await sql<
  { id: number }[]
>`insert into accounts (email, email_key) values ('bench@example.com', ${newToken('bench')}) returning id`;
const keys = Array.from({ length: KEYS }, () => newToken('lw_'));
for (const key of keys)
  await sql`insert into api_keys (account_id, name, prefix, key_hash, scopes) values (${account!.id}, 'bench', ${key.slice(0, 9)}, ${hashToken(key)}, '{account:read}')`;

const started_at = performance.now();
const before = process.cpuUsage();
for (let i = 0; i < CHECKS; i++) {
  await authenticate(deps, site, `Bearer ${keys[i % KEYS]}`, 'api');
  // Yield to other work, as a server would, so that cached callers expire.
  if (i % 200 === 0) await new Promise(setImmediate);
}
const { user, system } = process.cpuUsage(before);
const seconds = (performance.now() - started_at) / 1000;
console.log(
  `${CHECKS} checks of ${KEYS} keys in ${seconds.toFixed(1)} s: ${((user + system) / 1000 / CHECKS).toFixed(5)} ms of CPU each (wanted: under 0.1)`,
);

await sql`delete from accounts where id = ${account!.id}`;
await sql.end();
