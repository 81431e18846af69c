import type { Db } from '../../../kernel/context.ts';

interface HostLock {
  host: string;
  holder: string;
  seconds: number;
}

/** Acquires the lock on a website if it is free. Leases use the database's time because clocks of processes may differ. */
export const acquireHostLock = async (sql: Db, { host, holder, seconds }: HostLock): Promise<boolean> => {
  const rows = await sql`
    insert into host_readings as r (host, holder, until) values (${host}, ${holder}, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (host) do update set holder = excluded.holder, until = excluded.until where r.until <= clock_timestamp() returning host`;
  return rows.length > 0;
};

export const extendHostLock = async (sql: Db, { host, holder, seconds }: HostLock): Promise<void> => {
  await sql`update host_readings set until = clock_timestamp() + make_interval(secs => ${seconds}) where host = ${host} and holder = ${holder}`;
};

export const releaseHostLock = async (sql: Db, { host, holder }: Omit<HostLock, 'seconds'>): Promise<void> => {
  await sql`delete from host_readings where host = ${host} and holder = ${holder}`;
};
