import type { Db } from '../../../kernel/context.ts';
import { hasRows } from '../../../kernel/database.ts';

interface HostLock {
  host: string;
  holder: string;
  seconds: number;
}

/** Acquires the lock on a website if it is free. Leases use the database's time because clocks of processes may differ. */
export const acquireHostLock = (sql: Db, { host, holder, seconds }: HostLock): Promise<boolean> =>
  hasRows(sql`
    insert into host_readings as r (host, holder, until) values (${host}, ${holder}, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (host) do update set holder = excluded.holder, until = excluded.until where r.until <= clock_timestamp() returning host`);

export const extendHostLock = (sql: Db, { host, holder, seconds }: HostLock) =>
  sql`update host_readings set until = clock_timestamp() + make_interval(secs => ${seconds}) where host = ${host} and holder = ${holder}`;

export const releaseHostLock = (sql: Db, { host, holder }: Omit<HostLock, 'seconds'>) =>
  sql`delete from host_readings where host = ${host} and holder = ${holder}`;
