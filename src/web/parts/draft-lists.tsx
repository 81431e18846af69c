import type { ComponentChildren } from 'preact';
import type { Draft } from '../../modules/drafts/schema.ts';
import { Input } from './draft-field.tsx';
import type { Sheet } from './draft-sheet.ts';
import { Why } from './draft-state.tsx';
import { placeOf, rowsIn } from './draft-values.ts';

type Listed = Pick<Draft['faqs'][number], 'state' | 'evidence'>;

interface RowsProps {
  sheet: Sheet;
  list: 'faqs' | 'founders' | 'milestones';
  most: number;
  title: string;
  says: string;
  /** What one is called: “Question 2”. */
  one: string;
  add: string;
  held: Listed[];
  row: (path: string) => ComponentChildren;
}

/** A list edited in place: what is there, and room for one more. A row is taken away by emptying it. */
const Rows = ({ sheet, list, most, title, says, one, add, held, row }: RowsProps) => {
  const there = rowsIn(sheet.values, list);
  return (
    <section class="draft-section" id={placeOf(list)} aria-labelledby={`${list}-title`}>
      <h2 id={`${list}-title`}>{title}</h2>
      <p class="quiet">{says}</p>
      {Array.from({ length: there }, (_, i) => (
        <fieldset class="draft-row">
          <legend>
            {one} {i + 1}
          </legend>
          {row(`${list}[${i}]`)}
          {held[i] && <Why sheet={sheet} of={`${one} ${i + 1}`} state={held[i].state} evidence={held[i].evidence} />}
        </fieldset>
      ))}
      {there < most && (
        <details class="draft-add" id={`add-${list}`}>
          <summary>{add}</summary>
          <fieldset class="draft-row">
            <legend class="unseen">
              {one} {there + 1}
            </legend>
            {row(`${list}[${there}]`)}
          </fieldset>
        </details>
      )}
    </section>
  );
};

export const DraftFaqs = ({ sheet }: { sheet: Sheet }) => (
  <Rows
    sheet={sheet}
    list="faqs"
    most={10}
    title="Questions and answers"
    says="Ten at most. Empty both boxes of one to take it away."
    one="Question"
    add="Add a question"
    held={sheet.draft.faqs}
    row={(path) => (
      <>
        <Input sheet={sheet} name={`${path}.question`} title="Question" most={300} />
        <Input sheet={sheet} name={`${path}.answer`} title="Answer" most={1500} rows={3} />
      </>
    )}
  />
);

export const DraftFounders = ({ sheet }: { sheet: Sheet }) => (
  <Rows
    sheet={sheet}
    list="founders"
    most={6}
    title="Founders"
    says="Six at most; the first is shown first. Empty all boxes of one to take them away."
    one="Founder"
    add="Add a founder"
    held={sheet.draft.founders}
    row={(path) => (
      <>
        <div class="draft-pair">
          <Input sheet={sheet} name={`${path}.name`} title="Name" most={160} />
          <Input sheet={sheet} name={`${path}.title`} title="Role" most={160} />
        </div>
        <Input sheet={sheet} name={`${path}.bio`} title="About them" most={3000} rows={3} />
      </>
    )}
  />
);

export const DraftMilestones = ({ sheet }: { sheet: Sheet }) => (
  <Rows
    sheet={sheet}
    list="milestones"
    most={50}
    title="Milestones"
    says="Shown where the listing’s plan includes them. Empty all boxes of one to take it away."
    one="Milestone"
    add="Add a milestone"
    held={sheet.draft.milestones}
    row={(path) => (
      <>
        <div class="draft-pair draft-pair-date">
          <Input sheet={sheet} name={`${path}.date`} title="Day" type="day" most={10} />
          <Input sheet={sheet} name={`${path}.title`} title="What happened" most={200} />
        </div>
        <Input sheet={sheet} name={`${path}.description`} title="More about it" most={2000} rows={2} />
        <Input sheet={sheet} name={`${path}.url`} title="Link" type="link" most={500} />
      </>
    )}
  />
);
