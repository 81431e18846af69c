// What a CDN knows our answers by, to purge them.

/** The answers of a site, those that list records, and those about one record. */
export const siteKey = (site_id: number): string => `site:${site_id}`;
export const listsKey = (site_id: number): string => `lists:${site_id}`;
export const recordKey = (site_id: number, kind: string, key: string): string => `${kind}:${site_id}/${key}`;
