import { lockBought } from '../../launches/bought.ts';
import { selectSettings } from '../../launches/place-queries.ts';
import { fulfilment } from './delivery.ts';
import { insertTasks } from './queries.ts';
import { stepsFor } from './steps.ts';

export const done_for_you = fulfilment({
  async fulfil(ctx, { id: line_id, site_id, listing_id }) {
    const { sql, clock } = ctx;
    await lockBought(ctx, listing_id);
    const steps = stepsFor(await selectSettings(sql, site_id));
    await insertTasks(sql, { line_id, site_id, at: clock.now() }, steps);
    return { note: 'Our team has it. Each step is shown with your order as it is done.', with_the_team: true };
  },
});
