import type { Site } from '../../kernel/context.ts';
import type { Back, Consent } from '../../surfaces/oauth/consent.ts';
import type { Trouble } from '../../surfaces/oauth/trouble.ts';
import { to } from '../addresses.ts';
import type { OpenPage } from '../page.ts';
import { ScopeWords, Vouched } from '../parts/application.tsx';

const SENT_BACK: Record<Back['kind'], (name: string) => string> = {
  site: (name) => `Afterwards you are sent to ${name}.`,
  this_computer: (name) =>
    `Afterwards you are sent to a program on this computer (${name}). Allow it only if you have just started it yourself.`,
  application: (name) => `Afterwards the application that opens ${name}: addresses on this device is started.`,
};

/** The question whether an application may act for somebody: who asks, who vouches for it, what it may do, and where it leads. */
export const consentPage = (consent: Consent, person: { account_id: number; email: string }, site: Site): OpenPage => {
  const { client_name, client_host, back, scopes, known, uid } = consent;
  const added = known && scopes.some(({ is_new }) => is_new);
  const title = added ? `${client_name} asks for more` : `Let ${client_name} in?`;
  return {
    head: { title, description: `An application asks for access to your account on ${site.name}.`, canonical: '/', index: false },
    body: (
      <div class="consent">
        <header class="page-head">
          <h1 dir="auto">{title}</h1>
          <p class={client_host ? 'lede' : 'lede consent-unverified'}>
            <Vouched host={client_host} />
          </p>
        </header>
        <section aria-labelledby="may">
          <h2 id="may">On {site.name}, it could</h2>
          <ul class="consent-scopes">
            {scopes.map(({ scope, is_new }) => (
              <li>
                <ScopeWords scope={scope} is_new={added && is_new} />
              </li>
            ))}
          </ul>
        </section>
        <p class="consent-back" dir="auto">
          {SENT_BACK[back.kind](back.name)}
        </p>
        <form method="post" action={`/oauth/consent/${uid}`} class="consent-answer">
          <input type="hidden" name="account_id" value={String(person.account_id)} />
          <button class="button button-main" type="submit" name="answer" value="allow">
            Allow
          </button>
          <button class="button" type="submit" name="answer" value="deny">
            Deny
          </button>
        </form>
        <p class="quiet">
          You are signed in as <strong dir="auto">{person.email}</strong>.{' '}
          <a href={to.signIn(`/oauth/consent/${uid}`)}>Use another account</a>. You can disconnect it at any time under{' '}
          <a href={to.applications()}>connected applications</a>.
        </p>
      </div>
    ),
  };
};

/** For a request that cannot be answered to the application, because we do not know it or do not trust where it leads. */
export const consentTroublePage = ({ title, words, code, detail }: Trouble): OpenPage => ({
  head: { title, description: words, canonical: '/', index: false, status: 400 },
  body: (
    <div class="trouble">
      <p class="eyebrow">Connecting an application</p>
      <h1>{title}</h1>
      <p class="lede">{words}</p>
      <p class="quiet" dir="auto">
        For its makers: <code>{code}</code>
        {detail && `, ${detail}`}
      </p>
      <p>
        <a href={to.home()}>Back to the home page</a>
      </p>
    </div>
  ),
});
