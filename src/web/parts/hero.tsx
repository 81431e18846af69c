import { addDays, beginningOf, dayIn, weekAt } from '../../kernel/week.ts';
import { to } from '../addresses.ts';
import type { Here } from '../page.ts';
import { count } from '../wording.ts';
import { Countdown } from './countdown.tsx';
import { Exhibit, type Exhibited } from './exhibit.tsx';
import { SearchBox } from './search-box.tsx';
import { sayWeek } from './time.tsx';
import { WeekStrip } from './week-strip.tsx';

interface HeroProps {
  counts: { live_listings: number; categories: number };
  exhibit: Exhibited | null;
  here: Here;
}

/** What this place is, in one sentence, with its week and one of its facts beside it. */
export const Hero = ({ counts, exhibit, here }: HeroProps) => {
  const { time_zone } = here.site;
  const week = weekAt(here.now, time_zone);
  return (
    <div class="hero" data-countdown-now={here.now.toISOString()}>
      <div class="hero-words">
        <p class="eyebrow">
          This week: <time datetime={week}>{sayWeek(week)}</time>
        </p>
        <h1>Products launch here every Monday.</h1>
        <p class="lede">
          Every fact is quoted from the maker’s own site. <span class="nowrap">Every vote can be recounted.</span>
        </p>
        <SearchBox id="find" label="Search all products" action={to.listings()} placeholder="Find a product" big />
        <p class="tally">
          <a href={to.listings()}>
            <strong>{count(counts.live_listings)}</strong> live {counts.live_listings === 1 ? 'product' : 'products'}
          </a>
          <a href={to.categories()}>
            <strong>{count(counts.categories)}</strong> {counts.categories === 1 ? 'category' : 'categories'}
          </a>
        </p>
      </div>
      <div class="hero-side">
        <WeekStrip monday={week} today={dayIn(here.now, time_zone)} />
        <Countdown what="Voting ends in" until={beginningOf(addDays(week, 7), time_zone)} now={here.now} />
        {exhibit && <Exhibit exhibit={exhibit} />}
      </div>
    </div>
  );
};
