/** Runs jobs until it is killed, in a process of its own: `work-on.ts DATABASE_URL CLOCK`. Prints a line when it has started. */
import pino from 'pino';
import { connect } from '../../src/db/open.ts';
import { openIntegrations } from '../../src/integrations/integrations.ts';
import { startJobRunner } from '../../src/process/job-runner.ts';

const [url, clock] = process.argv.slice(2);
await startJobRunner({
  sql: connect(url!, 5),
  connection: { connectionString: url! },
  clock: { now: () => new Date(clock!) },
  log: pino({ level: 'silent' }),
  integrations: openIntegrations({ smtp_url: null, mail_from: null }),
  site_root: 'http://localhost',
});
console.log('working');
