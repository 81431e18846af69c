import { t } from '../../../kernel/language/messages.ts';
import type { TrophyCabinetRow } from '../../../modules/orders/fulfilment/queries.ts';
import { weekPaths } from '../../paths.ts';
import { DayText, formatCount } from '../../ui/format.tsx';

const METALS = ['gold', 'silver', 'bronze'];

/** A cup in the colour of its rank. Decorative: the text next to it says the same. */
const TrophyCup = ({ rank }: { rank: number }) => (
  <svg class={`cup cup-${METALS[rank - 1]}`} width="56" height="64" viewBox="0 0 56 64" aria-hidden="true" focusable="false">
    <path class="cup-handles" d="M14 12H5c0 12 4 18 12 19M42 12h9c0 12-4 18-12 19" fill="none" stroke-width="4" stroke-linecap="round" />
    <path class="cup-bowl" d="M13 6h30v14c0 13-6 20-15 20S13 33 13 20z" />
    <path class="cup-foot" d="M25 39h6v9h8v6H17v-6h8z" />
    <text x="28" y="27" text-anchor="middle" font-size="17">
      {rank}
    </text>
  </svg>
);

/** A listing's awards in the cabinet its maker chose. The cabinet is a paid product, the awards depend on votes alone. */
export const TrophyCabinet = ({ cabinet: { style, title, awards } }: { cabinet: TrophyCabinetRow }) => (
  <section class={`block cabinet cabinet-${style}`} aria-labelledby="cabinet">
    <h2 id="cabinet" dir="auto">
      {title}
    </h2>
    {awards.length > 0 ? (
      <ul class="cabinet-shelf">
        {awards.map(({ rank, week_on, votes }) => (
          <li>
            <a href={weekPaths.week({ week: week_on })}>
              <TrophyCup rank={rank} />
              <strong>{t('Launch of the Week #{rank}', { rank })}</strong>
              <span>
                <DayText on={week_on} />
              </span>
              <span>
                {formatCount(votes)} {votes === 1 ? t('vote') : t('votes')}
              </span>
            </a>
          </li>
        ))}
      </ul>
    ) : (
      <p class="cabinet-empty">{t('No awards yet.')}</p>
    )}
    <p class="cabinet-note">{t('Awards depend only on votes.')}</p>
  </section>
);
