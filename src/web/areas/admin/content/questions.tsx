import { msg, rich, t } from '../../../../kernel/language/messages.ts';
import { listQuestionsForTeam } from '../../../../modules/content/interview.ts';
import type { EditableQuestion } from '../../../../modules/content/queries.ts';
import { adminPaths, searchPaths } from '../../../paths.ts';
import { Empty } from '../../../ui/list.tsx';
import { type AdminFieldRow, AdminForm, AdminSection } from '../components.tsx';
import { adminPage } from '../page.tsx';

const fieldsFor = (question?: EditableQuestion): AdminFieldRow[] => [
  { name: 'question', label: t('Question'), value: question?.question, max_length: 300, required: true },
  { name: 'hint', label: t('Hint'), value: question?.hint, max_length: 300 },
];

const Question = ({ question }: { question: EditableQuestion }) => {
  const { id, question: about } = question;
  const form = (path: (values: { id: number }) => string) => ({ action: path({ id }), about });
  return (
    <li>
      <div>
        <p class="office-title" dir="auto">
          {about}
        </p>
        <p class="quiet">
          {t('{n, plural, one {# answer} other {# answers}}', { n: question.answers })}
          {question.retired_at && ` · ${t('inactive')}`}
        </p>
        <details>
          <summary>{t('Edit')}</summary>
          <AdminForm {...form(adminPaths.editQuestion)} submit={t('Save')} fields={fieldsFor(question)} />
        </details>
      </div>
      <div class="actions">
        {question.retired_at ? (
          <AdminForm {...form(adminPaths.reinstateQuestion)} submit={t('Activate')} />
        ) : (
          <>
            <AdminForm {...form(adminPaths.moveQuestion)} hidden={{ way: 'up' }} submit={t('Up')} />
            <AdminForm {...form(adminPaths.moveQuestion)} hidden={{ way: 'down' }} submit={t('Down')} />
            <AdminForm {...form(adminPaths.retireQuestion)} submit={t('Deactivate')} destructive />
          </>
        )}
      </div>
    </li>
  );
};

export const questionsPage = adminPage({
  name: 'admin_questions',
  path: adminPaths.questions,
  load: async (ctx) => ({ questions: await listQuestionsForTeam(ctx) }),
  title: msg('Founder interview'),
  description: msg('Questions for the founder interview.'),
  lede: () => (
    <>
      {rich('Founders see these questions in this order. Answers appear on <link>their listing pages</link>.', {
        link: (text) => <a href={searchPaths.listings()}>{text}</a>,
      })}
    </>
  ),
  done: {
    new: msg('Question added.'),
    edit: msg('Question saved.'),
    move: msg('Question moved.'),
    retire: msg('Question deactivated. Existing answers are kept.'),
    'ask-again': msg('Question activated.'),
    same: msg('No changes to save.'),
  },
  view: ({ questions }) => (
    <>
      {questions.length === 0 ? (
        <Empty title={t('No questions yet.')} />
      ) : (
        <ol class="rows rows-ruled rows-split">
          {questions.map((question) => (
            <Question question={question} />
          ))}
        </ol>
      )}
      <AdminSection id="new" title={t('New question')}>
        <AdminForm action={adminPaths.addQuestion()} submit={t('Add')} fields={fieldsFor()} />
      </AdminSection>
    </>
  ),
});
