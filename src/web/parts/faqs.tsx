import type { Faq } from '../../modules/listings/schema.ts';
import { Prose } from './prose.tsx';

export const Faqs = ({ faqs, heading = 'Questions and answers' }: { faqs: Faq[]; heading?: string }) =>
  faqs.length > 0 ? (
    <section class="block" aria-labelledby="faqs">
      <h2 id="faqs">{heading}</h2>
      <div class="faqs">
        {faqs.map(({ question, answer }) => (
          <details>
            <summary dir="auto">{question}</summary>
            <Prose text={answer} />
          </details>
        ))}
      </div>
    </section>
  ) : null;
