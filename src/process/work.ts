import type { Config } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import '../messages.ts';
import { startDatabase } from './start.ts';
import { runService, startCdnPurges, startClockComparison, startIntegrations, startJobs, startLog, startMetrics } from './start-service.ts';

/** Runs jobs only. Does not load the website and the APIs, which are most of the code. */
export const runWorker = (config: Config): Promise<void> =>
  runService(config, async (lifecycle) => {
    const { clock, site_root, database_url, data_dir } = config;
    const log = startLog(lifecycle, config);
    const database = await startDatabase(lifecycle, log, () => openDatabase({ database_url, data_dir, role: 'command', pool: 2 }));
    const { connection } = database;
    const integrations = startIntegrations(lifecycle, config);
    const clock_check = await startClockComparison(lifecycle, database.open('health'), { clock, log });
    const sql = database.open('jobs');
    await startMetrics(lifecycle, config.metrics, { connection, sql });
    await startCdnPurges(lifecycle, config, { sql, log, integrations });
    await startJobs(lifecycle, { connection, sql, clock, clock_check, log, integrations, site_root });
    console.log('Working.');
  });
