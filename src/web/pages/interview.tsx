import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { listAnswers, listInterviewQuestions } from '../../modules/content/interview.ts';
import type { InterviewAnswer, InterviewQuestion } from '../../modules/content/schema.ts';
import { to } from '../addresses.ts';
import { typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { Empty } from '../parts/empty.tsx';
import { Form } from '../parts/form.tsx';
import { OwnInput, sheetOf } from '../parts/own-input.tsx';
import { DASHBOARD } from '../parts/own-listing-id.ts';

interface Data {
  questions: InterviewQuestion[];
  answers: InterviewAnswer[];
  done: string | undefined;
}

export const load = async (ctx: Ctx, _params: Params, query: Query): Promise<Data> => {
  const [questions, answers] = await Promise.all([listInterviewQuestions(ctx), listAnswers(signedIn(ctx))]);
  return { questions: valueIn(questions).items, answers: valueIn(answers).items, done: typed(query.done) };
};

export const head = (): Head => ({
  title: 'Founder interview',
  description: 'The questions we ask every founder.',
  canonical: to.interview(),
  trail: [DASHBOARD],
  index: false,
});

export const view = ({ questions, answers, done }: Data, here: Here) => {
  const sheet = sheetOf(
    to.interview(),
    here,
    Object.fromEntries(answers.map(({ question_id, answer }) => [`answer.${question_id}`, answer])),
  );
  return (
    <div class="own">
      <header class="page-head">
        <h1>Founder interview</h1>
        <p class="lede">
          The questions we ask every founder. Answer those you like: your answers stand on the page of each of your live listings, and what
          you empty is taken back.
        </p>
      </header>
      {done === 'saved' && (
        <p class="done" role="status">
          Your answers are saved.
        </p>
      )}
      {questions.length === 0 ? (
        <Empty title="This site asks no questions yet." />
      ) : (
        <Form action={to.interview()} here={here} class="form own-form" hidden={{ shown: questions.map(({ id }) => id).join(' ') }}>
          {questions.map(({ id, question, hint }) => (
            <OwnInput sheet={sheet} name={`answer.${id}`} label={question} most={4000} rows={5} hint={hint ?? undefined} />
          ))}
          <button class="button button-main" type="submit">
            Save the answers
          </button>
        </Form>
      )}
    </div>
  );
};
