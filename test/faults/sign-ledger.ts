/** Signs a site's ledger in a process of its own: `sign-ledger.ts DATABASE_URL SITE_ID CLOCK`. */
import { connect } from '../../src/db/open.ts';
import { signLedger } from '../../src/modules/votes/checkpoints/checkpoints.ts';
import { siteOf } from '../support/voters.ts';

const [url, site_id, clock] = process.argv.slice(2);
const sql = connect(url!, 2);
await signLedger({ sql, site: await siteOf(sql, Number(site_id)), clock: { now: () => new Date(clock!) } });
process.exit();
