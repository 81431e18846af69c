import type { Sql } from 'postgres';
import type { Clock } from '../../kernel/clock.ts';
import { BadLine, readJsonLine } from '../../kernel/lines.ts';
import { Instant, RequiredText, Slug, Strict, T } from '../../kernel/schema.ts';
import { domainOf } from '../listings/address.ts';
import { patiently } from '../listings/search-index.ts';
import { insertOutsideVotes, type OutsideVote, selectLaunched } from './import-queries.ts';
import { hideWith } from './origin.ts';

/** A line of `votes import`: a vote somebody cast elsewhere. */
const VoteLine = Strict({
  slug: T.Optional(Slug('The listing, by its slug …')),
  website: T.Optional(RequiredText(2048, '… or by its website.')),
  voter: RequiredText(500, 'Who voted: any text that is always the same for the same person. Only a keyed hash of it is kept.'),
  cast_at: Instant(),
});

interface Read {
  line: number;
  slug: string | null;
  domain: string | null;
  voter: string;
  cast_at: Date;
}

const readLine = (text: string, line: number, now: Date): Read => {
  const { slug = null, website, voter, cast_at } = readJsonLine(VoteLine, text);
  if ((slug === null) === (website === undefined)) throw new BadLine('names its listing by slug or by website, not by both or neither');
  const domain = website === undefined ? null : domainOf(website);
  if (website !== undefined && !domain) throw new BadLine(`website is not the address of a public website: ${website.slice(0, 100)}`);
  const moment = new Date(cast_at);
  if (Number.isNaN(moment.getTime()) || moment > now) throw new BadLine('cast_at is not a moment that has been');
  return { line, slug, domain, voter, cast_at: moment };
};

export interface VotesImport {
  lines: number;
  imported: number;
  already_there: number;
  refused: { line: number; reason: string }[];
}

interface Options {
  clock: Clock;
  /** Lines a transaction: what a killed import does again at most. */
  batch?: number;
}

/**
 * Takes votes from elsewhere into the ledger, one a line. They count, since whoever runs the site vouches for them. Lines that
 * are there already are skipped, so that an import that was cut short is finished by running it again.
 */
export const importVotes = async (
  sql: Sql,
  site: { id: number; time_zone: string },
  lines: AsyncIterable<string>,
  { clock, batch: most = 1000 }: Options,
): Promise<VotesImport> => {
  const told: VotesImport = { lines: 0, imported: 0, already_there: 0, refused: [] };
  const hide = await hideWith(sql);

  const write = async (batch: Read[]): Promise<void> => {
    if (batch.length === 0) return;
    const listed = await selectLaunched(
      sql,
      site,
      batch.flatMap(({ slug }) => slug ?? []),
      batch.flatMap(({ domain }) => domain ?? []),
    );
    const votes = batch.flatMap(({ line, slug, domain, voter, cast_at }): OutsideVote[] => {
      const listing = listed.find((one) => (slug ? one.slug === slug : one.domain === domain));
      if (listing?.launch_week_on)
        return [
          { listing_id: listing.id, launch_week_on: listing.launch_week_on, voter: hide(`voter of site ${site.id}`, voter), cast_at },
        ];
      told.refused.push({ line, reason: `there is no ${listing ? 'launch' : 'listing'} of ${slug ?? domain}` });
      return [];
    });
    const written = await patiently(sql, (tx) => insertOutsideVotes(tx, site.id, votes));
    told.imported += written;
    told.already_there += votes.length - written;
  };

  let batch: Read[] = [];
  for await (const text of lines) {
    told.lines += 1;
    if (!text.trim()) continue;
    try {
      batch.push(readLine(text, told.lines, clock.now()));
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      told.refused.push({ line: told.lines, reason: error.message });
    }
    if (batch.length < most) continue;
    await write(batch);
    batch = [];
  }
  await write(batch);
  told.refused.sort((a, b) => a.line - b.line);
  return told;
};
