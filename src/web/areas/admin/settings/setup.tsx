import { getSetup, type SetupStep } from '../../../../modules/setup/setup.ts';
import { adminPaths } from '../../../paths.ts';
import type { PageContext } from '../../../server/page.ts';
import { Form } from '../../../ui/form.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { AdminForm } from '../components.tsx';
import { adminPage } from '../page.tsx';

/** Where the team does each step that is done on a page. */
const PAGES: Record<string, { href: () => string; name: string }> = {
  brand: { href: adminPaths.brand, name: 'Open Brand' },
  legal: { href: adminPaths.legal, name: 'Open Legal' },
  categories: { href: adminPaths.categories, name: 'Open Categories' },
  listings: { href: adminPaths.imports, name: 'Import listings' },
  payments: { href: adminPaths.products, name: 'Set prices and seller' },
  week: { href: adminPaths.weeks, name: 'Open Weeks' },
};

const STATUS_LABELS: Record<SetupStep['state']['status'], string> = {
  ok: 'Done',
  todo: 'To do',
  warning: 'Needs a look',
  failed: 'Failed',
};

const MailSteps = ({ context, is_pending }: { context: PageContext; is_pending: boolean }) => (
  <>
    <AdminForm action={adminPaths.sendSetupMail()} context={context} submit="Send a test mail to me" />
    {is_pending && (
      <AdminForm
        action={adminPaths.confirmSetupMail()}
        context={context}
        submit="Confirm"
        fields={[{ name: 'code', label: 'Code from the mail', required: true, max_length: 20, autocomplete: 'one-time-code' }]}
      />
    )}
  </>
);

const SetupItem = ({ step: { key, title, can_test, state, checked_at }, context }: { step: SetupStep; context: PageContext }) => (
  <li class={`setup-step setup-${state.status}`} id={key}>
    <h2 class="setup-title">
      {title} <span class="setup-status">{STATUS_LABELS[state.status]}</span>
    </h2>
    <p>
      {state.found}
      {checked_at && (
        <span class="quiet">
          {' '}
          Tested <RelativeTime at={checked_at} now={context.now} />.
        </span>
      )}
    </p>
    {state.advice && <p class="quiet">{state.advice}</p>}
    <div class="actions">
      {PAGES[key] && <a href={PAGES[key].href()}>{PAGES[key].name}</a>}
      {can_test && (
        <Form action={adminPaths.testSetup({ key })} context={context}>
          <button class="button button-small" type="submit">
            Test<span class="unseen"> {title}</span>
          </button>
        </Form>
      )}
      {key === 'mail_received' && <MailSteps context={context} is_pending={state.status === 'todo' && checked_at !== null} />}
    </div>
  </li>
);

export const setupPage = adminPage({
  name: 'admin_setup',
  path: adminPaths.setup,
  load: async (ctx) => ({ steps: await getSetup(ctx) }),
  title: 'Setup',
  description: 'What a site needs before it opens.',
  lede: ({ steps }) => `${steps.filter(({ state }) => state.status === 'ok').length} of ${steps.length} steps are done.`,
  done: { tested: 'Tested.', mailed: 'The test mail is on its way.', confirmed: 'Mail arrives.' },
  view: ({ steps }, context) => (
    <ol class="setup-steps">
      {steps.map((step) => (
        <SetupItem step={step} context={context} />
      ))}
    </ol>
  ),
});
