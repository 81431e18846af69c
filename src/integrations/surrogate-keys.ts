// What a CDN knows our answers by, to purge them.

/** Everything of a site. */
export const siteKey = (site_id: number): string => `site:${site_id}`;
/** Answers that list records. */
export const listsKey = (site_id: number): string => `lists:${site_id}`;
/** Answers about one record. */
export const recordKey = (site_id: number, kind: string, key: string): string => `${kind}:${site_id}/${key}`;
