// What a CDN knows our answers by, to purge them.

/** What can be a part of a key. Names of records and files in an address may be anything, until they are looked up. */
const IS_KEY = /^[a-z0-9-]+$/;

/** Everything of a site. */
export const siteKey = (site_id: number): string => `site:${site_id}`;
/** Answers that list records. */
export const listsKey = (site_id: number): string => `lists:${site_id}`;
/** Answers about one record, none if its name can't be a part of a key. */
export const recordKeys = (site_id: number, kind: string, key: string): string[] => (IS_KEY.test(key) ? [`${kind}:${site_id}/${key}`] : []);
