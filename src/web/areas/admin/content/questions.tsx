import { listQuestionsForTeam } from '../../../../modules/content/interview.ts';
import type { EditableQuestion } from '../../../../modules/content/queries.ts';
import { adminPaths, searchPaths } from '../../../paths.ts';
import type { PageContext } from '../../../server/page.ts';
import { pluralize } from '../../../ui/format.tsx';
import { Empty } from '../../../ui/list.tsx';
import { type AdminFieldRow, AdminForm, AdminSection } from '../components.tsx';
import { adminPage } from '../page.tsx';

const fieldsFor = (question?: EditableQuestion): AdminFieldRow[] => [
  { name: 'question', label: 'Question', value: question?.question, max_length: 300, required: true },
  { name: 'hint', label: 'Hint', value: question?.hint, max_length: 300 },
];

const Question = ({ question, context }: { question: EditableQuestion; context: PageContext }) => {
  const { id, question: about } = question;
  const form = (path: (values: { id: number }) => string) => ({ action: path({ id }), context, about });
  return (
    <li>
      <div>
        <p class="office-title" dir="auto">
          {about}
        </p>
        <p class="quiet">
          {pluralize(question.answers, 'answer')}
          {question.retired_at && ' · inactive'}
        </p>
        <details>
          <summary>Edit</summary>
          <AdminForm {...form(adminPaths.editQuestion)} submit="Save" fields={fieldsFor(question)} />
        </details>
      </div>
      <div class="actions">
        {question.retired_at ? (
          <AdminForm {...form(adminPaths.reinstateQuestion)} submit="Activate" />
        ) : (
          <>
            <AdminForm {...form(adminPaths.moveQuestion)} hidden={{ way: 'up' }} submit="Up" />
            <AdminForm {...form(adminPaths.moveQuestion)} hidden={{ way: 'down' }} submit="Down" />
            <AdminForm {...form(adminPaths.retireQuestion)} submit="Deactivate" destructive />
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
  title: 'Founder interview',
  description: 'Questions for the founder interview.',
  lede: () => (
    <>
      Founders see these questions in this order. Answers appear on <a href={searchPaths.listings()}>their listing pages</a>.
    </>
  ),
  done: {
    new: 'Question added.',
    edit: 'Question saved.',
    move: 'Question moved.',
    retire: 'Question deactivated. Existing answers are kept.',
    'ask-again': 'Question activated.',
    same: 'No changes to save.',
  },
  view: ({ questions }, context) => (
    <>
      {questions.length === 0 ? (
        <Empty title="No questions yet." />
      ) : (
        <ol class="rows rows-ruled rows-split">
          {questions.map((question) => (
            <Question question={question} context={context} />
          ))}
        </ol>
      )}
      <AdminSection id="new" title="New question">
        <AdminForm action={adminPaths.addQuestion()} context={context} submit="Add" fields={fieldsFor()} />
      </AdminSection>
    </>
  ),
});
