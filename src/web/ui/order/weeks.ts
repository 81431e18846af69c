import { t } from '../../../kernel/language/messages.ts';
import { daysLeftInWeek } from '../../../kernel/time/weeks.ts';
import type { FreeQueue } from '../../../modules/launches/free-queue/free-plan.ts';
import type { Product } from '../../../modules/orders/schema.ts';
import { currentPage } from '../../server/page.ts';
import type { ChoiceOption } from '../form.tsx';
import { formatWeekDates } from '../format.tsx';

/** The value of a week field for a launch as soon as the order is paid. */
export const TODAY = 'today';

type WeekOffer = Pick<Product, 'weeks' | 'week_required'>;

/** Fewer places than this are mentioned. */
const FEW_PLACES = 10;

/** What a launch today gets: "voting ends Sunday, 3 days left". */
export const describeToday = (): string => {
  const { now, site } = currentPage();
  const days = daysLeftInWeek(now, site.time_zone);
  return days === 0 ? t('voting ends tonight') : t('voting ends Sunday, {n, plural, one {# day} other {# days}} left', { n: days });
};

/** When an offer can launch: today, then the weeks. The next full week is selected: the running one has fewer days. */
export const weekOptions = ({ weeks, week_required }: WeekOffer): ChoiceOption[] => [
  ...(week_required ? [] : [{ value: TODAY, name: t('Go live today: {context}', { context: describeToday() }) }]),
  ...weeks!.map(({ launch_week_on, room }) => ({
    value: launch_week_on,
    name: `${formatWeekDates(launch_week_on)}${room <= FEW_PLACES ? t(', {n, plural, one {# slot} other {# slots}} left', { n: room }) : ''}`,
  })),
];

/** The week that is selected until the buyer chooses another. */
export const suggestedWeek = ({ weeks, week_required }: WeekOffer): string | undefined =>
  weeks?.[0]?.launch_week_on ?? (weeks && !week_required ? TODAY : undefined);

/** What the free launch asks for, before somebody has started: "It needs our badge on your homepage. The next free week is in about 6 weeks." */
export const describeFreeLaunch = ({ wait_weeks }: Pick<FreeQueue, 'wait_weeks'>): string => {
  const wait =
    wait_weeks === null
      ? t('All free weeks are taken at the moment')
      : t('The next free week is in about {n, plural, one {# week} other {# weeks}}', { n: wait_weeks });
  return t('It needs our badge on your homepage. {wait}.', { wait });
};
