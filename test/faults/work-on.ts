/** Does jobs as they come until it is killed, in a process of its own: `work-on.ts DATABASE_URL CLOCK`. Says when it has begun. */
import pino from 'pino';
import { connect } from '../../src/db/open.ts';
import { openOutside } from '../../src/outside/outside.ts';
import { startWorking } from '../../src/work.ts';

const [url, clock] = process.argv.slice(2);
await startWorking({
  sql: connect(url!, 5),
  connection: { connectionString: url! },
  clock: { now: () => new Date(clock!) },
  log: pino({ level: 'silent' }),
  outside: openOutside({ smtp_url: null, mail_from: null }),
  site_root: 'http://localhost',
});
console.log('working');
