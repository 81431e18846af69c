import { shortAddress } from '../wording.ts';
import { Outward } from './outward.tsx';

export interface Quote {
  quote: string;
  url: string;
}

/** The words a fact rests on and the page they stand on. */
export const Quoted = ({ evidence }: { evidence: Quote }) => (
  <figure class="quoted">
    <blockquote>
      <p dir="auto">
        <mark>{evidence.quote}</mark>
      </p>
    </blockquote>
    <figcaption>
      Read at <Outward href={evidence.url}>{shortAddress(evidence.url)}</Outward>
    </figcaption>
  </figure>
);

/** Where a fact was read, one press away; or that its owner typed it. */
export const Evidence = ({ of, evidence }: { of: string; evidence: Quote | null }) =>
  evidence ? (
    <details class="evidence">
      <summary>
        Where we read this<span class="unseen">: {of}</span>
      </summary>
      <Quoted evidence={evidence} />
    </details>
  ) : (
    <p class="evidence-typed">Stated by the owner</p>
  );
