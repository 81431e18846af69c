import { to } from '../addresses.ts';
import { withUnit } from '../wording.ts';
import { type Quote, Quotes } from './evidence.tsx';

export interface Exhibited {
  slug: string;
  name: string;
  fact: { name: string; value: string; unit: string | null; evidence: Quote };
}

/** One fact of one listing with the words it rests on: the idea of the site, shown on a real product. */
export const Exhibit = ({ exhibit: { slug, name, fact } }: { exhibit: Exhibited }) => (
  <section class="exhibit" aria-labelledby="exhibit">
    <h2 id="exhibit" class="eyebrow">
      A fact, and where it was read
    </h2>
    <p class="exhibit-fact">
      <a href={to.listing(slug)} dir="auto">
        {name}
      </a>
      <span dir="auto">{fact.name}</span>
      <strong dir="auto">{withUnit(fact.value, fact.unit)}</strong>
    </p>
    <Quotes evidence={[fact.evidence]} />
  </section>
);
