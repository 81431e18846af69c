import { RequiredText } from '../../../../kernel/schema.ts';
import { answerMessage, closeMessage, reopenMessage } from '../../../../modules/content/contact/contact.ts';
import { adminPaths } from '../../../paths.ts';
import { teamForm } from '../../../server/confirmed-form.ts';

const page = adminPaths.message;

export const ADMIN_MESSAGE_ACTIONS = [
  teamForm({ path: adminPaths.answerMessage, page, fields: { answer: RequiredText(5000) }, run: answerMessage, done: 'answered' }),
  teamForm({ path: adminPaths.closeMessage, page, run: closeMessage, done: 'closed', unchanged: 'same' }),
  teamForm({ path: adminPaths.reopenMessage, page, run: reopenMessage, done: 'reopened', unchanged: 'same' }),
];
