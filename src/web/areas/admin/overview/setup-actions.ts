import { RequiredText } from '../../../../kernel/schema.ts';
import { confirmSetupMail, finishSetup, sendSetupMail, testSetupStep } from '../../../../modules/setup/setup.ts';
import { MAIL_RECEIVED } from '../../../../modules/setup/steps.ts';
import { adminPaths } from '../../../paths.ts';
import { teamForm } from '../../../server/confirmed-form.ts';
import { teamAction } from '../../../server/form-action.ts';

export const ADMIN_SETUP_ACTIONS = [
  teamAction({
    path: adminPaths.sendSetupMail,
    page: adminPaths.setup,
    async run(ctx) {
      await sendSetupMail(ctx);
      return { go_to: `${adminPaths.setup({ done: 'mailed' })}#${MAIL_RECEIVED}` };
    },
  }),
  teamForm({
    path: adminPaths.confirmSetupMail,
    page: adminPaths.setup,
    fields: { code: RequiredText(20) },
    run: confirmSetupMail,
    done: 'confirmed',
  }),
  teamForm({ path: adminPaths.finishSetup, page: adminPaths.setup, run: finishSetup, done: 'finished' }),
  teamAction({
    path: adminPaths.testSetup,
    page: adminPaths.setup,
    fields: { key: RequiredText(40) },
    async run(ctx, { key }) {
      await testSetupStep(ctx, { key });
      return { go_to: `${adminPaths.setup({ done: 'tested' })}#${key}` };
    },
  }),
];
