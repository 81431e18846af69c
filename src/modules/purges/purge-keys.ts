import { listsKey, recordKey, siteKey } from '../../integrations/surrogate-keys.ts';
import type { PurgeTouch } from './queries.ts';

/** What can be a part of a key. Names of dumps are times, and pictures have hashes. */
const IS_KEY = /^[a-z0-9-]+$/;

/** The keys of the answers that show a record. Everything lists something, so lists change with every record, but not with pictures. */
export const purgeKeys = ({ site_id, kind, key }: PurgeTouch): string[] => {
  if (kind === 'site') return [siteKey(site_id)];
  if (kind === 'listing_page') return [recordKey(site_id, 'listing', key)];
  const [own, of] = kind === 'votes' ? (['listing', key.split('/')[0]!] as const) : ([kind, key] as const);
  return [...(kind === 'picture' ? [] : [listsKey(site_id)]), ...(IS_KEY.test(of) ? [recordKey(site_id, own, of)] : [])];
};
