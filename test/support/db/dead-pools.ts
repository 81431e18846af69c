import type { Sql } from '../../../src/db/open.ts';

/**
 * Takes from killed processes what they held, as some seconds of waiting would: their jobs, and the websites that they were reading.
 * Processes that are alive have claimed their jobs again with their next heartbeat.
 */
export const forgetDeadPools = async (sql: Sql): Promise<void> => {
  await sql`update pools_at_work set seen_at = seen_at - interval '1 minute'`;
  await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute' where locked_at is not null`;
  await sql`update host_readings set until = now()`;
};
