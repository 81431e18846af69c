import { createHmac, randomBytes } from 'node:crypto';
import type { Db } from '../../kernel/context.ts';
import { keepSecret } from '../../kernel/secrets.ts';

export type Hide = (kind: string, what: string) => string;

const known = new WeakMap<Db, Promise<Hide>>();

const loadHide = async (sql: Db): Promise<Hide> => {
  const key = await keepSecret(sql, 'vote_origins', randomBytes(32).toString('base64url'));
  return (kind, what) => createHmac('sha256', key).update(`${kind} ${what}`).digest('hex');
};

/** What turns a network, a mail domain or a name from elsewhere into letters that only tell whether two are the same. */
export const hideWith = (sql: Db): Promise<Hide> => {
  const loading = known.get(sql) ?? loadHide(sql);
  known.set(sql, loading);
  loading.catch(() => known.delete(sql));
  return loading;
};
