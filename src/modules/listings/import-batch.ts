import type { Sql } from 'postgres';
import type { Clock } from '../../kernel/clock.ts';
import { addDays, beginningOf, dayIn, mondayOf } from '../../kernel/week.ts';
import type { ImportedListing } from './import-line.ts';
import { ensureCategories, insertListingCategories, insertListings, selectByDomains, selectTakenSlugs } from './import-queries.ts';
import { patiently, writeDocuments } from './search-index.ts';
import type { Document } from './words.ts';

export type Prepared = { listing: ImportedListing; document: Document };
export type Refuse = (line: number, reason: string) => void;
type When = { clock: Clock; time_zone: string };

/** Writes a batch of lines; those there already are counted, those whose website is another listing's refused. */
export const writeBatch = async (sql: Sql, site_id: number, batch: Prepared[], refuse: Refuse, when: When) => {
  const waiting = withoutRepeats(batch, refuse);
  let imported = 0;
  let already_there = 0;
  // Someone may take a domain or a slug between our look and our writing; then we look again.
  while (waiting.size > 0) {
    for (const { domain, name, slug } of await selectByDomains(sql, site_id, [...waiting.keys()])) {
      const { listing } = waiting.get(domain)!;
      waiting.delete(domain);
      if (listing.name === name) already_there++;
      else refuse(listing.line, `website ${domain} is already that of "${name}" (/listings/${slug})`);
    }
    if (waiting.size === 0) break;
    const written = await writeListings(sql, site_id, [...waiting.values()], when);
    for (const domain of written) waiting.delete(domain);
    imported += written.length;
  }
  return { imported, already_there };
};

/** Lines of one batch for the same website: the first stands, the others are said to be its. */
const withoutRepeats = (batch: Prepared[], refuse: Refuse): Map<string, Prepared> => {
  const firsts = new Map<string, Prepared>();
  for (const prepared of batch) {
    const { domain, line } = prepared.listing;
    const first = firsts.get(domain);
    if (first) refuse(line, `website ${domain} is already that of "${first.listing.name}" (line ${first.listing.line})`);
    else firsts.set(domain, prepared);
  }
  return firsts;
};

const writeListings = async (sql: Sql, site_id: number, batch: Prepared[], when: When): Promise<string[]> => {
  await giveSlugs(sql, site_id, batch);
  const categories = await ensureCategories(sql, site_id, [...new Set(batch.flatMap(({ listing }) => listing.categories))].map(named));
  const launches = launchesBy(when);
  return patiently(sql, async (tx) => {
    const ids = await insertListings(
      tx,
      site_id,
      batch.map(({ listing: { line: _, launched_on, categories: __, ...listing } }) => ({ ...listing, ...launches(launched_on) })),
    );
    const there = batch.filter(({ listing }) => ids.has(listing.domain));
    const idOf = ({ listing }: Prepared) => ids.get(listing.domain)!;
    const placed = there.flatMap((one) =>
      one.listing.categories.map((slug, position) => ({ listing_id: idOf(one), category_id: categories.get(slug)!, position })),
    );
    await insertListingCategories(tx, site_id, placed);
    await writeDocuments(tx, site_id, new Map(there.map((one) => [idOf(one), one.document])));
    return there.map(({ listing }) => listing.domain);
  });
};

const named = (slug: string) => ({ slug, name: slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ') });

/** When a listing with this launch day is or was launched: a day in a week to come is waited for. */
const launchesBy = ({ clock, time_zone }: When) => {
  const now = clock.now();
  const today = dayIn(now, time_zone);
  const next_week = addDays(mondayOf(today), 7);
  const moments = new Map<string, Date>();
  return (launched_on: string | null) => {
    const day = launched_on ?? today;
    if (day >= next_week) return { status: 'scheduled' as const, launched_at: null, launch_week_on: mondayOf(day) };
    const moment = moments.get(day) ?? beginningOf(day, time_zone);
    moments.set(day, moment);
    return { status: 'live' as const, launched_at: launched_on && moment < now ? moment : now, launch_week_on: mondayOf(day) };
  };
};

const NUMBERS_TRIED = 50;

/** A slug of its own for each: its name, or with the first free number behind it. */
const giveSlugs = async (sql: Sql, site_id: number, batch: Prepared[]): Promise<void> => {
  const slugs = batch.map(({ listing }) => listing.slug);
  const taken = new Set(await selectTakenSlugs(sql, site_id, slugs));
  for (const { listing } of batch) {
    const base = listing.slug;
    for (let number = 2; taken.has(listing.slug); number++) {
      if (number % NUMBERS_TRIED === 2) {
        const next = Array.from({ length: NUMBERS_TRIED }, (_, i) => `${base}-${number + i}`);
        for (const slug of await selectTakenSlugs(sql, site_id, next)) taken.add(slug);
      }
      listing.slug = `${base}-${number}`;
    }
    taken.add(listing.slug);
  }
};
