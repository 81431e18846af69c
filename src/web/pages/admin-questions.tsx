import type { Ctx } from '../../kernel/context.ts';
import type { StandingQuestion } from '../../modules/content/question-queries.ts';
import { questionsToEdit } from '../../modules/content/questions.ts';
import { to } from '../addresses.ts';
import { team } from '../admin-addresses.ts';
import { typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { AdminForm, type FieldRow } from '../parts/admin-form.tsx';
import { OfficeHead, Part } from '../parts/admin-parts.tsx';
import { Empty } from '../parts/empty.tsx';
import { counted } from '../wording.ts';

export const load = async (ctx: Ctx, _params: Params, query: Query) => ({
  questions: await questionsToEdit(signedIn(ctx)),
  done: typed(query.done),
});

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'Founder interview',
  description: 'The questions founders are asked.',
  canonical: team.questions(),
  index: false,
});

const DONE: Record<string, string> = {
  new: 'The question is added.',
  edit: 'The question is saved.',
  move: 'The question has moved.',
  retire: 'The question is no longer asked; its answers are kept.',
  'ask-again': 'The question is asked again.',
  same: 'Nothing was changed.',
};

const fieldsFor = (question?: StandingQuestion): FieldRow[] => [
  { name: 'question', label: 'Question', value: question?.question, most: 300, required: true },
  { name: 'hint', label: 'Hint', value: question?.hint, most: 300 },
];

const Question = ({ question, here }: { question: StandingQuestion; here: Here }) => {
  const act = (name: 'edit' | 'move' | 'retire' | 'ask-again') => team.questionAct(question.id, name);
  return (
    <li>
      <div>
        <p class="office-title" dir="auto">
          {question.question}
        </p>
        <p class="quiet">
          {counted(question.answers, 'answer')}
          {question.retired_at && ' · no longer asked'}
        </p>
        <details>
          <summary>Change it</summary>
          <AdminForm action={act('edit')} here={here} submit="Save it" about={question.question} fields={fieldsFor(question)} />
        </details>
      </div>
      <div class="office-acts">
        {question.retired_at ? (
          <AdminForm action={act('ask-again')} here={here} submit="Ask it again" about={question.question} />
        ) : (
          <>
            <AdminForm action={act('move')} here={here} hidden={{ way: 'up' }} submit="Up" about={question.question} />
            <AdminForm action={act('move')} here={here} hidden={{ way: 'down' }} submit="Down" about={question.question} />
            <AdminForm action={act('retire')} here={here} submit="Stop asking" about={question.question} grave />
          </>
        )}
      </div>
    </li>
  );
};

export const view = ({ questions, done }: Data, here: Here) => (
  <>
    <OfficeHead
      title="Founder interview"
      lede={
        <>
          What founders are asked, in this order. Answers stand on <a href={to.listings()}>the pages of their listings</a>.
        </>
      }
      done={done && DONE[done]}
    />
    {questions.length === 0 ? (
      <Empty title="Nothing is asked yet." />
    ) : (
      <ol class="office-rows">
        {questions.map((question) => (
          <Question question={question} here={here} />
        ))}
      </ol>
    )}
    <Part id="new" title="Another question">
      <AdminForm action={team.addQuestion()} here={here} submit="Add it" fields={fieldsFor()} />
    </Part>
  </>
);
