import { RequiredText } from '../../../../kernel/schema.ts';
import { confirmSetupMail, sendSetupMail, testSetupStep } from '../../../../modules/setup/setup.ts';
import { adminPaths } from '../../../paths.ts';
import { teamForm } from '../../../server/confirmed-form.ts';

export const ADMIN_SETUP_ACTIONS = [
  teamForm({ path: adminPaths.sendSetupMail, page: adminPaths.setup, fields: {}, run: sendSetupMail, done: 'mailed' }),
  teamForm({
    path: adminPaths.confirmSetupMail,
    page: adminPaths.setup,
    fields: { code: RequiredText(20) },
    run: confirmSetupMail,
    done: 'confirmed',
  }),
  teamForm({
    path: adminPaths.testSetup,
    page: adminPaths.setup,
    fields: { key: RequiredText(40) },
    run: testSetupStep,
    done: 'tested',
  }),
];
