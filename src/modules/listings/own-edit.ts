import { type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { JsonText } from '../../kernel/json.ts';
import { selectSites } from '../sites/queries.ts';
import { columnsIn, travellingIn } from './own-fields.ts';
import { asCaller, getOwnListing, ownListing } from './own-listing.ts';
import { type Elsewhere, type OwnKey, selectElsewhere } from './own-queries.ts';
import type { EditedListing, SetStory, UpdateOwnListing } from './own-schema.ts';
import { STORY_SECTIONS, type Story } from './schema.ts';
import { lockListings } from './version-queries.ts';
import { editListing } from './versions.ts';

const ALL = 'all';

const notAllowed = (at: number, message: string, actual: string): never => {
  throw new Refusal('invalid_input', { errors: [{ path: `apply_to[${at}]`, code: 'not_allowed', message, actual }] });
};

/** The listings on other sites that an edit is to reach, too. A site nobody knows is refused. */
const reachedBy = async (ctx: Ctx, listing: OwnKey, apply_to: string[]): Promise<Elsewhere[]> => {
  const everywhere = apply_to.includes(ALL);
  const known = (await selectSites(ctx.sql)).map(({ key }) => key);
  for (const [at, key] of apply_to.entries()) {
    if (everywhere && key !== ALL) notAllowed(at, 'cannot stand beside "all"', key);
    if (!everywhere && !known.includes(key)) notAllowed(at, 'is not the key of a site', key);
  }
  const elsewhere = await selectElsewhere(asCaller(ctx), listing);
  return elsewhere.filter(({ site_key }) => everywhere || apply_to.includes(site_key));
};

/** Edits your listing (SPEC 4.5): published at once, kept in the history. With apply_to, what may travel goes to your other sites' listings. */
export const updateOwnListing = (ctx: Ctx, { listing_id, apply_to = [], ...sent }: UpdateOwnListing): Promise<JsonText<EditedListing>> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, clock } = ctx;
    const { account_id } = asCaller(ctx).caller;
    const listing = await ownListing(ctx, listing_id);
    const columns = columnsIn(sent, ctx.allow_private ?? false);
    const travelling = travellingIn(columns);
    const reached = await reachedBy(ctx, listing, apply_to);
    const others = Object.keys(travelling).length ? reached : [];
    await lockListings(sql, [listing_id, ...others.map(({ id }) => id)]);
    const at = clock.now();
    await editListing(sql, listing_id, columns, { account_id, source: 'owner', at });
    for (const { id } of others) await editListing(sql, id, travelling, { account_id, source: 'another_site', at });
    const { text } = await getOwnListing(ctx, { listing_id });
    return new JsonText(`${text.slice(0, -1)},"applied_to":${JSON.stringify(others.map(({ site_key }) => site_key))}}`);
  });

/** Replaces the founder story of your listing with what you wrote; a section left out is gone. */
export const setStory = (ctx: Ctx, { listing_id, ...sections }: SetStory): Promise<Story> =>
  inTransaction(ctx, async (ctx) => {
    await ownListing(ctx, listing_id);
    const story = Object.fromEntries(STORY_SECTIONS.map((section) => [section, sections[section] || null])) as Story;
    const written = Object.values(story).some(Boolean) ? story : null;
    const edit = { account_id: asCaller(ctx).caller.account_id, source: 'owner', at: ctx.clock.now() } as const;
    await editListing(ctx.sql, listing_id, { story: written }, edit);
    return story;
  });
