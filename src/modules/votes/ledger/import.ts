import type { Sql } from 'postgres';
import { InvalidLine, readJsonLine } from '../../../kernel/json-lines.ts';
import { Instant, RequiredText, Slug, Strict, T } from '../../../kernel/schema.ts';
import type { Clock } from '../../../kernel/time/clock.ts';
import { databaseClock } from '../../../kernel/time/database-clock.ts';
import { extractDomain } from '../../listings/addresses.ts';
import { withoutTimeout } from '../../listings/search/search-index.ts';
import { hashOrigin } from '../vote-writer.ts';
import { type ImportedVote, insertImportedVotes, selectImportTargets } from './queries.ts';

/** A line of `votes import`: a vote that was cast on another site. */
const VoteLine = Strict({
  slug: T.Optional(Slug('The listing, by its slug …')),
  website: T.Optional(RequiredText(2048, '… or by its website.')),
  voter: RequiredText(500, 'Who voted: any text that is always the same for the same person. We store only a keyed hash of it.'),
  cast_at: Instant(),
});

interface ParsedVote {
  line: number;
  slug: string | null;
  domain: string | null;
  voter: string;
  cast_at: Date;
}

const parseLine = (text: string, line: number, now: Date): ParsedVote => {
  const { slug = null, website, voter, cast_at } = readJsonLine(VoteLine, text);
  if ((slug === null) === (website === undefined)) throw new InvalidLine('needs either slug or website, not both');
  const domain = website === undefined ? null : extractDomain(website);
  if (website !== undefined && !domain) throw new InvalidLine(`website is not the address of a public website: ${website.slice(0, 100)}`);
  const moment = new Date(cast_at);
  if (Number.isNaN(moment.getTime()) || moment > now) throw new InvalidLine('cast_at must be a valid time in the past');
  return { line, slug, domain, voter, cast_at: moment };
};

export interface VoteImportResult {
  lines: number;
  imported: number;
  already_there: number;
  refused: { line: number; reason: string }[];
}

interface Options {
  clock: Clock;
  /** Lines per transaction: the most an interrupted import has to repeat. */
  batch?: number;
}

/**
 * Imports votes from elsewhere into the ledger, one per line. They count, since whoever runs the site vouches for them. Votes that are
 * already there are skipped, so an interrupted import is completed by running it again.
 */
export const importVotes = async (
  sql: Sql,
  site: { id: number; time_zone: string },
  lines: AsyncIterable<string>,
  { clock, batch: batch_size = 1000 }: Options,
): Promise<VoteImportResult> => {
  const result: VoteImportResult = { lines: 0, imported: 0, already_there: 0, refused: [] };
  const hash = await hashOrigin(sql);
  const { now } = await databaseClock(sql, clock);

  const write = async (batch: ParsedVote[]): Promise<void> => {
    if (batch.length === 0) return;
    const listings = await selectImportTargets(
      sql,
      site,
      batch.flatMap(({ slug }) => slug ?? []),
      batch.flatMap(({ domain }) => domain ?? []),
    );
    const votes = batch.flatMap(({ line, slug, domain, voter, cast_at }): ImportedVote[] => {
      const listing = listings.find((one) => (slug ? one.slug === slug : one.domain === domain));
      if (listing?.launch_week_on)
        return [
          { listing_id: listing.id, launch_week_on: listing.launch_week_on, voter: hash(`voter of site ${site.id}`, voter), cast_at },
        ];
      result.refused.push({ line, reason: `there is no ${listing ? 'launch' : 'listing'} of ${slug ?? domain}` });
      return [];
    });
    const written = await withoutTimeout(sql, (tx) => insertImportedVotes(tx, site.id, votes));
    result.imported += written;
    result.already_there += votes.length - written;
  };

  let batch: ParsedVote[] = [];
  for await (const text of lines) {
    result.lines += 1;
    if (!text.trim()) continue;
    try {
      batch.push(parseLine(text, result.lines, now()));
    } catch (error) {
      if (!(error instanceof InvalidLine)) throw error;
      result.refused.push({ line: result.lines, reason: error.message });
    }
    if (batch.length < batch_size) continue;
    await write(batch);
    batch = [];
  }
  await write(batch);
  result.refused.sort((a, b) => a.line - b.line);
  return result;
};
