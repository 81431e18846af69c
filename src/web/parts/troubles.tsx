import { Trouble } from './form.tsx';

export interface TroubleLine {
  /** Of the field it is about. */
  id: string;
  of: string;
  says: string;
}

/** All that is wrong with a long form, each with the way to its field. */
export const Troubles = ({ lines, message }: { lines: TroubleLine[]; message?: string | null }) =>
  lines.length > 0 || message ? (
    <Trouble>
      {message && <p dir="auto">{message}</p>}
      {lines.length > 0 && (
        <ul>
          {lines.map(({ id, of, says }) => (
            <li>
              <a href={`#${id}`}>{of}</a> {says}
            </li>
          ))}
        </ul>
      )}
    </Trouble>
  ) : null;
