import type { LineTask, WholeLine } from '../../modules/orders/whole-queries.ts';
import { to } from '../addresses.ts';
import { dollars } from '../money.ts';
import type { Here } from '../page.ts';
import { Form, InputField } from './form.tsx';
import { sentAbout } from './judging.tsx';
import { heldIn } from './marks.ts';
import { OfWhat } from './of-what.tsx';
import { LineFacts, Tasks } from './order-lines.tsx';
import { type Standing, sayLine, TASK_SAYS } from './order-words.ts';

interface Props {
  number: string;
  line: WholeLine;
  here: Here;
}

const STEPS = Object.entries(TASK_SAYS) as [LineTask['status'], string][];

/** A step nobody need look at any more is folded away. */
const SETTLED: LineTask['status'][] = ['done', 'not_possible'];

const TaskForm = ({ number, task, here }: { number: string; task: LineTask; here: Here }) => {
  const action = to.adminOrderAct(number, 'task');
  const sent = sentAbout(action, here, 'task_id', task.id);
  const id = `task-${task.id}`;
  const chosen = heldIn(sent, 'status', task.status);
  const form = (
    <Form action={action} here={here} hidden={{ task_id: String(task.id) }} class="form decide">
      <div class="field">
        <label for={`${id}-status`} dir="auto">
          {task.title}
        </label>
        <select id={`${id}-status`} name="status">
          {STEPS.map(([status, name]) => (
            <option value={status} selected={chosen === status}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <InputField
        id={`${id}-note`}
        name="note"
        label="A word for the buyer"
        about={<OfWhat name={task.title} />}
        form={sent}
        value={task.note}
        maxlength={500}
      />
      <InputField
        id={`${id}-url`}
        name="url"
        label="Link"
        about={<OfWhat name={task.title} />}
        form={sent}
        value={task.url}
        type="link"
        maxlength={2048}
      />
      <button class="button" type="submit">
        Save the step
        <OfWhat name={task.title} />
      </button>
    </Form>
  );
  if (!SETTLED.includes(task.status)) return <li>{form}</li>;
  return (
    <li>
      <details open={sent !== undefined}>
        <summary>
          <bdi>{task.title}</bdi> <span class="quiet">{TASK_SAYS[task.status]}</span>
        </summary>
        {form}
      </details>
    </li>
  );
};

interface EndProps extends Props {
  act: 'finish' | 'give-up';
  name: string;
  label: string;
  button: string;
  grave?: boolean;
}

const End = ({ number, line, here, act, name, label, button, grave }: EndProps) => {
  const action = to.adminOrderAct(number, act);
  const sent = sentAbout(action, here, 'line_id', line.id);
  return (
    <Form action={action} here={here} hidden={{ line_id: String(line.id) }} class="form decide">
      <InputField
        id={`${act}-${line.id}`}
        name={name}
        label={label}
        about={<OfWhat name={line.name} />}
        form={sent}
        required
        maxlength={500}
      />
      <button class={grave ? 'button button-grave' : 'button'} type="submit">
        {button}
        <OfWhat name={line.name} />
      </button>
    </Form>
  );
};

const TryAgain = ({ number, line, here }: Props) => {
  const action = to.adminOrderAct(number, 'deliver');
  return (
    <Form action={action} here={here} hidden={{ line_id: String(line.id) }} class="form decide">
      <button class="button" type="submit">
        Try to deliver it again
        <OfWhat name={line.name} />
      </button>
    </Form>
  );
};

/** What the team can do about a line that was handed to it. */
const Handed = ({ number, line, here }: Props) => (
  <div class="handed">
    {line.tasks.length > 0 && (
      <details open>
        <summary>Steps</summary>
        <ol class="task-forms">
          {line.tasks.map((task) => (
            <TaskForm number={number} task={task} here={here} />
          ))}
        </ol>
      </details>
    )}
    {line.product !== 'done_for_you' && <TryAgain number={number} line={line} here={here} />}
    <End number={number} line={line} here={here} act="finish" name="note" label="What the buyer reads" button="Mark as delivered" />
    <End
      number={number}
      line={line}
      here={here}
      act="give-up"
      name="reason"
      label="Why it is not possible, for the buyer"
      button="Give up, and send the money back"
      grave
    />
  </div>
);

/** A line as the team sees it. */
export const TeamLine = ({ number, line, here, standing }: Props & { standing: Standing }) => (
  <li id={`line-${line.id}`}>
    <div class="order-line-head">
      <div>
        <h3>{line.name}</h3>
        <LineFacts line={line} href={line.listing_slug ? to.listing(line.listing_slug) : null} />
      </div>
      <p class="cents">
        {dollars(line.amount_cents)}
        {line.vat_cents > 0 && <span class="quiet"> + {dollars(line.vat_cents)} VAT</span>}
      </p>
    </div>
    <p>
      <span class={`line-status line-status-${line.status}`}>{sayLine(line.status, standing)}</span>{' '}
      {line.note && <span dir="auto">{line.note}</span>}
    </p>
    {line.refunded_cents > 0 && <p class="quiet">{dollars(line.refunded_cents)} of it, VAT included, went back.</p>}
    {line.status === 'with_the_team' ? <Handed number={number} line={line} here={here} /> : <Tasks tasks={line.tasks} />}
  </li>
);
