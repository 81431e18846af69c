import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { PagingInput } from '../../../kernel/schema.ts';
import { getMailPreferences } from '../../../modules/accounts/mail/preferences.ts';
import { listFollowedCategories } from '../../../modules/listings/follows/category-follows.ts';
import type { FollowedCategory } from '../../../modules/listings/follows/category-queries.ts';
import { listFollowedListings } from '../../../modules/listings/follows/follows.ts';
import type { FollowedListing } from '../../../modules/listings/follows/queries.ts';
import { accountPaths, dashboardPaths, feedPaths, listingPaths, searchPaths } from '../../paths.ts';
import { type Params, parseQuery, type Query, requireSignedIn } from '../../server/page.ts';
import { Block, HiddenName, Logo } from '../../ui/elements.tsx';
import { Form } from '../../ui/form.tsx';
import { Empty, PagedList } from '../../ui/list.tsx';
import { RelativeTime } from '../../ui/times.tsx';
import { accountHead } from './head.ts';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const member = requireSignedIn(ctx);
  const [followed, categories, mail] = await Promise.all([
    listFollowedListings(member, parseQuery(PagingInput, query).input),
    listFollowedCategories(member),
    getMailPreferences(member),
  ]);
  return { followed, categories, mail_is_off: mail.some(({ kind, wanted }) => kind === 'updates' && !wanted) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = () => accountHead(t('What you follow'), t('The products and categories you follow.'), accountPaths.follows());

interface UnfollowProps {
  action: string;
  name: string;
  back: string;
}

const UnfollowButton = ({ action, name, back }: UnfollowProps) => (
  <Form action={action} hidden={{ back }} class="form-inline">
    <button class="button" type="submit">
      {t('Unfollow')}
      <HiddenName name={name} />
    </button>
  </Form>
);

interface LineProps {
  listing: FollowedListing;
  /** Whether mail about followed listings is off altogether. */
  mail_is_off: boolean;
  back: string;
}

const FollowLine = ({ listing, mail_is_off, back }: LineProps) => {
  const { slug, name, logo_url, wants_mail, created_at } = listing;
  const mail_note = wants_mail ? t('updates here and by email') : t('without email');
  return (
    <li>
      <Logo name={name} src={logo_url} size={48} />
      <div class="stack product-text">
        <h3>
          <a class="strong-link" href={listingPaths.listing({ slug })} dir="auto">
            {name}
          </a>
        </h3>
        <p class="quiet">
          {rich('Followed {relativeTime} ·', { relativeTime: <RelativeTime at={created_at} /> })}{' '}
          {mail_is_off ? t('updates here') : mail_note}
        </p>
      </div>
      <div class="actions">
        {!mail_is_off && (
          <Form action={listingPaths.setFollowMail({ slug })} hidden={{ back, mail: wants_mail ? 'off' : 'on' }} class="form-inline">
            <button class="button" type="submit">
              {wants_mail ? t('Turn off email') : t('Turn on email')}
              <HiddenName name={name} />
            </button>
          </Form>
        )}
        <UnfollowButton action={listingPaths.unfollow({ slug })} name={name} back={back} />
      </div>
    </li>
  );
};

const CategoryLine = ({ category }: { category: FollowedCategory }) => {
  const { slug, name, created_at, launches_this_week } = category;
  return (
    <li>
      <div class="stack product-text">
        <h3>
          <a class="strong-link" href={searchPaths.category({ slug })} dir="auto">
            {name}
          </a>
        </h3>
        <p class="quiet">
          {launches_this_week > 0 ? (
            <a href={searchPaths.listings({ category: slug, sort: 'newest' })}>
              {t('{n, plural, one {# launch} other {# launches}} this week', { n: launches_this_week })}
            </a>
          ) : (
            t('No launches this week')
          )}{' '}
          {rich('· Followed {relativeTime} · <link>Feed</link>', {
            relativeTime: <RelativeTime at={created_at} />,
            link: (text) => <a href={`${feedPaths.category({ slug })}.atom`}>{text}</a>,
          })}
        </p>
      </div>
      <div class="actions">
        <UnfollowButton action={searchPaths.unfollowCategory({ slug })} name={name} back={accountPaths.follows()} />
      </div>
    </li>
  );
};

export const view = ({ followed, categories, mail_is_off }: Data) => (
  <div class="account">
    <header class="page-head">
      <h1>{t('What you follow')}</h1>
      <p class="lede">
        {rich(
          'You get product updates and new launches in your categories in your <link>notifications</link>. Product updates can also come by email.',
          { link: (text) => <a href={dashboardPaths.notifications()}>{text}</a> },
        )}
      </p>
    </header>
    {mail_is_off && followed.items.length > 0 && (
      <p class="notice">
        {rich('You’ve turned off emails about products you follow. <link>Turn on</link>', {
          link: (text) => <a href={accountPaths.mail()}>{text}</a>,
        })}
      </p>
    )}
    {categories.length > 0 && (
      <Block id="categories" heading={t('Categories')} class="block block-first">
        <ul class="rows records product-rows category-rows">
          {categories.map((category) => (
            <CategoryLine category={category} />
          ))}
        </ul>
      </Block>
    )}
    <h2 class={categories.length > 0 ? 'follows-products' : 'unseen'}>{t('Products')}</h2>
    <PagedList
      list={followed}
      href={(page) => accountPaths.follows({ page })}
      empty={
        <Empty title={categories.length > 0 ? t('You don’t follow any products yet') : t('You don’t follow anything yet')}>
          <p>
            {rich('Follow a <link>product</link> to get its updates, or a <link2>category</link2> to hear about its launches.', {
              link: (text) => <a href={searchPaths.listings()}>{text}</a>,
              link2: (text) => <a href={searchPaths.categories()}>{text}</a>,
            })}
          </p>
        </Empty>
      }
    >
      <ul class="rows records product-rows">
        {followed.items.map((listing) => (
          <FollowLine listing={listing} mail_is_off={mail_is_off} back={accountPaths.follows({ page: followed.page })} />
        ))}
      </ul>
    </PagedList>
  </div>
);
