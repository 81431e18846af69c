import { listsKey, recordKeys, siteKey } from '../../integrations/surrogate-keys.ts';
import type { PurgeTouch } from './queries.ts';

/** The keys of the answers that show a record. Everything lists something, so lists change with every record, but not with pictures. */
export const purgeKeys = ({ site_id, kind, key }: PurgeTouch): string[] => {
  if (kind === 'site') return [siteKey(site_id)];
  if (kind === 'listing_page') return recordKeys(site_id, 'listing', key);
  const [own, of] = kind === 'votes' ? (['listing', key.split('/')[0]!] as const) : ([kind, key] as const);
  return [...(kind === 'picture' ? [] : [listsKey(site_id)]), ...recordKeys(site_id, own, of)];
};
