import { goLiveNow } from '../../launches/go-live.ts';
import { relaunch as launchAgain } from '../../launches/relaunch.ts';
import { schedulePaid } from '../../launches/schedule-paid.ts';
import { swapWeek } from '../../launches/swap-week.ts';
import { fulfilment, type ListedLine, type WeekLine } from './delivery.ts';

const LIVE = 'It is live.';

/** A line of a product that needs a week has one: it was refused otherwise. */
const withWeek = (line: ListedLine): WeekLine => {
  if (line.week_on === null) throw new Error(`Line ${line.id} has no week.`);
  return line as WeekLine;
};

export const launch = fulfilment({
  async fulfil(ctx, line) {
    const { week_on, ...bought } = line;
    if (week_on === null) {
      await goLiveNow(ctx, bought);
      return { note: LIVE };
    }
    const came_to = await schedulePaid(ctx, { ...bought, week_on });
    return { note: came_to === 'live' ? LIVE : `It goes live on Monday, ${week_on}.` };
  },
});

export const skip_queue = fulfilment({
  async fulfil(ctx, line) {
    const bought = withWeek(line);
    await swapWeek(ctx, bought);
    return { note: `It has a place in the week of ${bought.week_on}.` };
  },
});

export const relaunch = fulfilment({
  async fulfil(ctx, line) {
    const bought = withWeek(line);
    await launchAgain(ctx, { ...bought, line_id: line.id });
    return { note: `It launches again on Monday, ${bought.week_on}.` };
  },
});
