import type { Ctx } from '../../kernel/context.ts';
import { founderToEdit } from '../../modules/people/editing.ts';
import type { StandingFounder } from '../../modules/people/editing-queries.ts';
import { actsAbout } from '../../modules/team/log.ts';
import { to } from '../addresses.ts';
import { team } from '../admin-addresses.ts';
import { numberIn, typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { Acts } from '../parts/acts.tsx';
import { AdminForm } from '../parts/admin-form.tsx';
import { Fold, OfficeHead, Part } from '../parts/admin-parts.tsx';
import { sentTo } from '../parts/form.tsx';

export const load = async (ctx: Ctx, params: Params, query: Query) => {
  const member = signedIn(ctx);
  const id = numberIn(params, 'founder_not_found');
  const [founder, acts] = await Promise.all([founderToEdit(member, { id }), actsAbout(member, 'founder', id)]);
  return { founder, acts, done: typed(query.done) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ founder }: Data): Head => ({
  title: founder.name,
  description: 'One founder, as the site’s team edits them.',
  canonical: team.founder(founder.id),
  trail: [{ name: 'Founders', href: team.founders() }],
  index: false,
});

const DONE: Record<string, string> = {
  edit: 'The founder is saved.',
  same: 'Nothing was changed.',
  hide: 'The founder is hidden.',
  show: 'The founder is shown again.',
  merge: 'They are merged, and the address leads to the other one.',
};

const socialLines = (socials: Record<string, string>): string =>
  Object.entries(socials)
    .map(([platform, link]) => `${platform} ${link}`)
    .join('\n');

const Standing = ({ founder, here }: { founder: StandingFounder; here: Here }) => (
  <>
    <Fold id="merge" title="Merge them into another" open={sentTo(team.founderAct(founder.id, 'merge'), here) !== undefined}>
      <p>For the same person twice: listings name the other one, and this address will lead there.</p>
      <AdminForm
        action={team.founderAct(founder.id, 'merge')}
        here={here}
        submit="Merge them"
        about={founder.name}
        grave
        fields={[{ name: 'into', label: 'Slug of the other founder', most: 220, required: true }]}
      />
    </Fold>
    <Fold id="hide" title="Hide them" open={sentTo(team.founderAct(founder.id, 'hide'), here) !== undefined}>
      <p>Their page and their name on listings are gone until they are shown again.</p>
      <AdminForm
        action={team.founderAct(founder.id, 'hide')}
        here={here}
        submit="Hide them"
        about={founder.name}
        grave
        fields={[{ name: 'reason', label: 'Why, for the team', most: 500 }]}
      />
    </Fold>
  </>
);

const Hidden = ({ founder, here }: { founder: StandingFounder; here: Here }) => (
  <Part id="show" title="Show them again">
    <p>
      {founder.merged_into ? (
        <>
          They were merged into <a href={team.founder(founder.merged_into.id)}>{founder.merged_into.name}</a>. To take their listings back
          as well, undo the merging below.
        </>
      ) : (
        'They are hidden.'
      )}
    </p>
    <AdminForm action={team.founderAct(founder.id, 'show')} here={here} submit="Show them" about={founder.name} />
  </Part>
);

export const view = ({ founder, acts, done }: Data, here: Here) => (
  <>
    <OfficeHead title={founder.name} done={done && DONE[done]} />
    {!founder.hidden_at && (
      <p>
        <a href={to.founder(founder.slug)}>See them as everybody does</a>
      </p>
    )}
    <AdminForm
      action={team.founderAct(founder.id, 'edit')}
      here={here}
      submit="Save it"
      about={founder.name}
      fields={[
        { name: 'name', label: 'Name', value: founder.name, most: 120, required: true },
        { name: 'bio', label: 'About them', value: founder.bio, rows: 5, most: 2000 },
        { name: 'country', label: 'Country', value: founder.country, most: 2, hint: 'Two letters, such as PT.' },
        { name: 'photo_url', label: 'Address of a picture', value: founder.photo_url, most: 500 },
        {
          name: 'socials',
          label: 'Links elsewhere',
          value: socialLines(founder.socials),
          rows: 4,
          most: 4000,
          hint: 'One a line: the platform, then the address.',
        },
      ]}
    />
    {founder.hidden_at ? <Hidden founder={founder} here={here} /> : <Standing founder={founder} here={here} />}
    {acts.length > 0 && (
      <Part id="acts" title="What the team did">
        <Acts acts={acts} here={here} />
      </Part>
    )}
  </>
);
