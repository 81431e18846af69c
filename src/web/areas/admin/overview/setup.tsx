import { msg, rich, t, texts } from '../../../../kernel/language/messages.ts';
import { getSetup, type SetupStep } from '../../../../modules/setup/setup.ts';
import { adminPaths, draftPaths } from '../../../paths.ts';
import { Form } from '../../../ui/form.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { AdminForm } from '../components.tsx';
import { adminPage } from '../page.tsx';

interface StepPage {
  href: () => string;
  name: string;
}

/** Where the team does each step. Steps without a page are settings of the deployment. */
const PAGES: Record<string, StepPage> = texts({
  language: { href: () => adminPaths.settings(), name: msg('Open Settings') },
  brand: { href: () => adminPaths.brand(), name: msg('Open Brand') },
  legal: { href: () => adminPaths.legal(), name: msg('Open Legal') },
  categories: { href: () => adminPaths.categories(), name: msg('Open Categories') },
  listings: { href: () => adminPaths.imports(), name: msg('Import listings') },
  digest: { href: () => adminPaths.digest(), name: msg('Open Digest') },
  seller: { href: () => `${adminPaths.products()}#seller`, name: msg('Enter the seller') },
  prices: { href: () => adminPaths.products(), name: msg('Set prices') },
  week: { href: () => draftPaths.submit(), name: msg('Submit a product') },
  sale: { href: () => draftPaths.submit(), name: msg('Submit a product') },
});

const STATUS_LABELS: Record<SetupStep['state']['status'], string> = texts({
  ok: msg('Done'),
  todo: msg('To do'),
  warning: msg('Needs a look'),
  failed: msg('Failed'),
});

const TEST_LABELS: Record<string, string> = texts({ mail_received: msg('Send a test'), digest: msg('Send a test') });

const CodeForm = () => (
  <AdminForm
    action={adminPaths.confirmSetupMail()}
    submit={t('Confirm')}
    fields={[{ name: 'code', label: t('Code from the email'), required: true, max_length: 20, autocomplete: 'one-time-code' }]}
  />
);

interface SetupItemProps {
  step: SetupStep;
  /** Whether it is the first that is left to do. */
  is_next: boolean;
}

const SetupItem = ({ step: { key, title, state, checked_at }, is_next }: SetupItemProps) => {
  const by_mail = key === 'mail_received';
  return (
    <li class={`setup-step setup-${state.status}`} id={key}>
      <div class="setup-text">
        <h2 class="setup-title">
          {title} <span class="setup-status">{STATUS_LABELS[state.status]}</span>
        </h2>
        <p>{state.found}</p>
        {state.advice && <p class="quiet">{state.advice}</p>}
        {by_mail && state.status === 'todo' && checked_at && <CodeForm />}
        {checked_at && <p class="quiet">{rich('Tested {time}', { time: <RelativeTime at={checked_at} /> })}</p>}
      </div>
      <div class="setup-acts">
        {PAGES[key] && (
          <a class={is_next ? 'button button-main' : 'button'} href={PAGES[key].href()}>
            {PAGES[key].name}
          </a>
        )}
        <Form action={by_mail ? adminPaths.sendSetupMail() : adminPaths.testSetup({ key })}>
          <button class="button" type="submit">
            {TEST_LABELS[key] ?? t('Test')}
            <span class="unseen">: {title}</span>
          </button>
        </Form>
      </div>
    </li>
  );
};

const FinishForm = ({ finished_at }: { finished_at: Date | null }) =>
  finished_at ? (
    <p class="quiet">{rich('Setup finished {time}.', { time: <RelativeTime at={finished_at} /> })}</p>
  ) : (
    <AdminForm
      action={adminPaths.finishSetup()}
      submit={t('Finish setup')}
      lead={<p>{t('Leave out what your site does not need. The overview then no longer reminds you; this page stays.')}</p>}
    />
  );

export const setupPage = adminPage({
  name: 'admin_setup',
  path: adminPaths.setup,
  load: (ctx) => getSetup(ctx),
  title: () => t('Setup'),
  get description() {
    return t('What a site needs before it opens.');
  },
  lede: ({ steps }) =>
    t('From an empty site to an open one, in this order. {done} of {all} steps are done.', {
      done: steps.filter(({ state }) => state.status === 'ok').length,
      all: steps.length,
    }),
  done: texts({
    tested: msg('Tested.'),
    mailed: msg('The test email is on its way.'),
    confirmed: msg('Email arrives.'),
    finished: msg('Setup finished.'),
  }),
  view({ steps, finished_at }) {
    const next = steps.find(({ state }) => state.status !== 'ok');
    return (
      <>
        <ol class="setup-steps">
          {steps.map((step) => (
            <SetupItem step={step} is_next={step === next} />
          ))}
        </ol>
        <FinishForm finished_at={finished_at} />
      </>
    );
  },
});
