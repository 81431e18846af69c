import { t } from '../../../../kernel/language/messages.ts';
import { translateStored } from '../../../../kernel/language/stored.ts';
import type { LineTask, OrderDetailsLine } from '../../../../modules/orders/details/queries.ts';
import { adminPaths, listingPaths } from '../../../paths.ts';
import { HiddenName } from '../../../ui/elements.tsx';
import { Form, InputField } from '../../../ui/form.tsx';
import { fieldValue } from '../../../ui/form-state.ts';
import { formatDollars } from '../../../ui/format.tsx';
import { LineFacts, lineStatusLabel, type OrderState, TASK_LABELS, TaskList } from '../../../ui/order/details.tsx';
import { submittedAbout } from '../components.tsx';

interface Props {
  number: string;
  line: OrderDetailsLine;
}

/** Tasks with these statuses are collapsed. */
const CLOSED_STATUSES: LineTask['status'][] = ['done', 'not_possible'];

const TaskForm = ({ number, task }: { number: string; task: LineTask }) => {
  const action = adminPaths.setTaskStatus({ number });
  const submitted = submittedAbout(action, 'task_id', task.id);
  const id = `task-${task.id}`;
  const chosen = fieldValue(submitted, 'status', task.status);
  const form = (
    <Form action={action} hidden={{ task_id: String(task.id) }} class="form decide">
      <div class="field">
        <label for={`${id}-status`} dir="auto">
          {translateStored(task.title)}
        </label>
        <select id={`${id}-status`} name="status">
          {Object.entries(TASK_LABELS).map(([status, name]) => (
            <option value={status} selected={chosen === status}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <InputField
        id={`${id}-note`}
        name="note"
        label={t('Note for the buyer')}
        about={<HiddenName name={translateStored(task.title)} />}
        form={submitted}
        value={task.note}
        maxlength={500}
      />
      <InputField
        id={`${id}-url`}
        name="url"
        label={t('Link')}
        about={<HiddenName name={translateStored(task.title)} />}
        form={submitted}
        value={task.url}
        type="link"
        maxlength={2048}
      />
      <button class="button" type="submit">
        {t('Save step')}
        <HiddenName name={translateStored(task.title)} />
      </button>
    </Form>
  );
  if (!CLOSED_STATUSES.includes(task.status)) return <li>{form}</li>;
  return (
    <li>
      <details open={submitted !== undefined}>
        <summary>
          <bdi>{translateStored(task.title)}</bdi> <span class="quiet">{TASK_LABELS[task.status]}</span>
        </summary>
        {form}
      </details>
    </li>
  );
};

interface EndLineFormProps extends Props {
  act: 'finish' | 'give-up';
  name: string;
  label: string;
  button: string;
  destructive?: boolean;
}

const EndLineForm = ({ number, line, act, name, label, button, destructive }: EndLineFormProps) => {
  const action = (act === 'finish' ? adminPaths.finishLine : adminPaths.giveUpLine)({ number });
  const submitted = submittedAbout(action, 'line_id', line.id);
  return (
    <Form action={action} hidden={{ line_id: String(line.id) }} class="form decide">
      <InputField
        id={`${act}-${line.id}`}
        name={name}
        label={label}
        about={<HiddenName name={line.name} />}
        form={submitted}
        required
        maxlength={500}
      />
      <button class={destructive ? 'button button-grave' : 'button'} type="submit">
        {button}
        <HiddenName name={line.name} />
      </button>
    </Form>
  );
};

const RetryLine = ({ number, line }: Props) => (
  <Form action={adminPaths.deliverLine({ number })} hidden={{ line_id: String(line.id) }} class="form decide">
    <button class="button" type="submit">
      {t('Retry delivery')}
      <HiddenName name={line.name} />
    </button>
  </Form>
);

/** What the team can do with a line that needs manual delivery. */
const TeamDelivery = (props: Props) => {
  const { tasks, product } = props.line;
  return (
    <div class="stack check-result handed">
      {tasks.length > 0 && (
        <details open>
          <summary>{t('Steps')}</summary>
          <ol class="rows task-forms">
            {tasks.map((task) => (
              <TaskForm number={props.number} task={task} />
            ))}
          </ol>
        </details>
      )}
      {product !== 'done_for_you' && <RetryLine {...props} />}
      <EndLineForm {...props} act="finish" name="note" label={t('Message to the buyer')} button={t('Mark as delivered')} />
      <EndLineForm
        {...props}
        act="give-up"
        name="reason"
        label={t('Reason (sent to the buyer)')}
        button={t('Cancel and refund')}
        destructive
      />
    </div>
  );
};

export const AdminOrderLine = ({ number, line, order_state }: Props & { order_state: OrderState }) => (
  <li id={`line-${line.id}`}>
    <div class="split order-line-head">
      <div>
        <h3>{line.name}</h3>
        <LineFacts line={line} href={line.listing_slug ? listingPaths.listing({ slug: line.listing_slug }) : null} />
      </div>
      <p class="cents">
        {formatDollars(line.amount_cents)}
        {line.vat_cents > 0 && <span class="quiet"> {t('+ {amount} VAT', { amount: formatDollars(line.vat_cents) })}</span>}
      </p>
    </div>
    <p>
      <span class={`pill pill-${line.status}`}>{lineStatusLabel(line.status, order_state)}</span>{' '}
      {line.note && <span dir="auto">{line.note}</span>}
    </p>
    {line.refunded_cents > 0 && (
      <p class="quiet">{t('{refunded_cents} refunded, including VAT.', { refunded_cents: formatDollars(line.refunded_cents) })}</p>
    )}
    {line.status === 'with_the_team' ? <TeamDelivery number={number} line={line} /> : <TaskList tasks={line.tasks} />}
  </li>
);
