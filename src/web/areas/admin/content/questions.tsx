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
          {question.retired_at && ' · no longer asked'}
        </p>
        <details>
          <summary>Change it</summary>
          <AdminForm {...form(adminPaths.editQuestion)} submit="Save it" fields={fieldsFor(question)} />
        </details>
      </div>
      <div class="actions">
        {question.retired_at ? (
          <AdminForm {...form(adminPaths.reinstateQuestion)} submit="Ask it again" />
        ) : (
          <>
            <AdminForm {...form(adminPaths.moveQuestion)} hidden={{ way: 'up' }} submit="Up" />
            <AdminForm {...form(adminPaths.moveQuestion)} hidden={{ way: 'down' }} submit="Down" />
            <AdminForm {...form(adminPaths.retireQuestion)} submit="Stop asking" destructive />
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
  description: 'The questions founders are asked.',
  lede: () => (
    <>
      What founders are asked, in this order. Answers stand on <a href={searchPaths.listings()}>the pages of their listings</a>.
    </>
  ),
  done: {
    new: 'The question is added.',
    edit: 'The question is saved.',
    move: 'The question has moved.',
    retire: 'The question is no longer asked; its answers are kept.',
    'ask-again': 'The question is asked again.',
    same: 'Nothing was changed.',
  },
  view: ({ questions }, context) => (
    <>
      {questions.length === 0 ? (
        <Empty title="Nothing is asked yet." />
      ) : (
        <ol class="rows rows-ruled rows-split">
          {questions.map((question) => (
            <Question question={question} context={context} />
          ))}
        </ol>
      )}
      <AdminSection id="new" title="Another question">
        <AdminForm action={adminPaths.addQuestion()} context={context} submit="Add it" fields={fieldsFor()} />
      </AdminSection>
    </>
  ),
});
