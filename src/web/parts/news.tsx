import type { LatestUpdate } from '../../modules/listings/update-queries.ts';
import { to } from '../addresses.ts';
import type { Here } from '../page.ts';
import { Moment } from './moment.tsx';

/** The newest of what makers have to tell, in a few lines. */
export const News = ({ updates, here }: { updates: LatestUpdate[]; here: Here }) =>
  updates.length > 0 ? (
    <section class="aside-block" aria-labelledby="news">
      <h2 id="news">Latest updates</h2>
      <ul class="plain-list">
        {updates.map(({ id, title, slug, name, created_at }) => (
          <li>
            <a class="strong-link" href={`${to.listing(slug)}#update-${id}`} dir="auto">
              {title}
            </a>
            <p class="quiet">
              <bdi>{name}</bdi>, <Moment at={created_at} now={here.now} />
            </p>
          </li>
        ))}
      </ul>
      <p class="more">
        <a href={to.updates()}>All updates</a>
      </p>
    </section>
  ) : null;
