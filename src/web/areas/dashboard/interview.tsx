import type { Ctx } from '../../../kernel/context.ts';
import { t } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { listInterviewQuestions, listOwnAnswers } from '../../../modules/content/interview.ts';
import { dashboardPaths } from '../../paths.ts';
import { type PageHead, type Params, type Query, requireSignedIn, textParam } from '../../server/page.ts';
import { Form } from '../../ui/form.tsx';
import { dashboardCrumb } from '../../ui/frames/owner-frame.tsx';
import { Empty } from '../../ui/list.tsx';
import { EditorTextField, editorFormState } from '../../ui/listing-editor/editor.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const [questions, answers] = await Promise.all([listInterviewQuestions(ctx), listOwnAnswers(requireSignedIn(ctx))]);
  return { questions: toValue(questions).items, answers: toValue(answers).items, done: textParam(query.done) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): PageHead => ({
  title: t('Founder interview'),
  description: t('The questions we ask every founder.'),
  canonical: dashboardPaths.interview(),
  trail: [dashboardCrumb()],
  index: false,
});

export const view = ({ questions, answers, done }: Data) => {
  const form_state = editorFormState(
    dashboardPaths.interview(),
    Object.fromEntries(answers.map(({ question_id, answer }) => [`answer.${question_id}`, answer])),
  );
  return (
    <div class="broad own">
      <header class="page-head">
        <h1>{t('Founder interview')}</h1>
        <p class="lede">
          {t(
            'Questions for every founder. Answer the ones you like. Your answers appear on all your live listings. Clear an answer to remove it.',
          )}
        </p>
      </header>
      {done === 'saved' && (
        <p class="done" role="status">
          {t('Answers saved.')}
        </p>
      )}
      {questions.length === 0 ? (
        <Empty title={t('No questions yet.')} />
      ) : (
        <Form action={dashboardPaths.interview()} class="form narrow" hidden={{ shown: questions.map(({ id }) => id).join(' ') }}>
          {questions.map(({ id, question, hint }) => (
            <EditorTextField
              form_state={form_state}
              name={`answer.${id}`}
              label={question}
              max_length={4000}
              rows={5}
              hint={hint ?? undefined}
            />
          ))}
          <button class="button button-main" type="submit">
            {t('Save answers')}
          </button>
        </Form>
      )}
    </div>
  );
};
