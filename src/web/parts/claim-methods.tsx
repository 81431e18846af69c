import type { Claiming } from '../../modules/claims/claim.ts';
import { METHODS, type Method } from '../../modules/claims/schema.ts';
import { to } from '../addresses.ts';
import type { Here } from '../page.ts';
import { METHOD_NAMES } from './claim-card.tsx';
import { Field, Form } from './form.tsx';
import { faultAt, marksOf, sentTo } from './marks.ts';

const says = ({ listing }: Claiming): Record<Method, string> => ({
  dns: 'Add a TXT record to the domain. Nothing on the website changes.',
  meta: 'Put one line into the head of the homepage.',
  file: 'Upload a small text file to the website.',
  email: `We mail a link to an address at ${listing.domain}.`,
});

/** The ways to prove it, one to be chosen. What is not possible for this listing says why. */
export const ClaimMethods = ({ claiming, here }: { claiming: Claiming; here: Here }) => {
  const action = to.claim(claiming.listing.slug);
  const form = sentTo(action, here);
  const words = says(claiming);
  // What is under way needs no second beginning; a mailbox may be another one.
  const under_way = claiming.claims.filter(({ status }) => status === 'pending').map(({ method }) => method);
  const methods = METHODS.filter((method) => method === 'email' || !under_way.includes(method));
  const chosen = form?.values.method ?? methods.find((method) => claiming.obstacles[method] === null);
  const fault = faultAt(form?.errors, 'method') ?? faultAt(form?.errors, 'slug');
  return (
    <Form action={action} here={here} class="form claim-methods">
      <fieldset class="choices">
        <legend>How will you prove it?</legend>
        {methods.map((method) => {
          const obstacle = claiming.obstacles[method];
          return (
            <div class="choice">
              <input
                id={`method-${method}`}
                type="radio"
                name="method"
                value={method}
                checked={method === chosen && !obstacle}
                disabled={obstacle !== null}
                {...marksOf('method', { error: fault, first: fault !== undefined && method === methods[0] })}
                aria-describedby={fault ? `method-error method-${method}-says` : `method-${method}-says`}
              />
              <div>
                <label for={`method-${method}`}>{METHOD_NAMES[method]}</label>
                <p class="quiet" id={`method-${method}-says`} dir="auto">
                  {obstacle ? `This ${obstacle}.` : words[method]}
                </p>
              </div>
            </div>
          );
        })}
        {fault && (
          <p class="field-error" id="method-error">
            This {fault.message}.
          </p>
        )}
      </fieldset>
      {claiming.obstacles.email === null && (
        <div class="claim-mailbox">
          <Field
            action={action}
            here={here}
            name="email"
            label="Email address"
            type="email"
            hint="Its reader is told your account’s address, and confirms the claim by pressing a button."
            autocomplete="email"
            maxlength={254}
          />
        </div>
      )}
      <button class="button button-main" type="submit">
        Go on
      </button>
    </Form>
  );
};
