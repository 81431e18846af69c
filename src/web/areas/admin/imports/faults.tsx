import { rich } from '../../../../kernel/language/messages.ts';
import { translateStored } from '../../../../kernel/language/stored.ts';
import type { RowFault } from '../../../../modules/imports/preview.ts';

/** What is wrong with a line of the file. */
export const FaultOfLine = ({ line, column, message }: RowFault) => (
  <li dir="auto">
    {column
      ? rich('<strong>Line {line}</strong>, {column}: {message}.', {
          line,
          column: <bdi>{column}</bdi>,
          message: translateStored(message),
          strong: (text) => <strong>{text}</strong>,
        })
      : rich('<strong>Line {line}</strong>: {message}.', {
          line,
          message: translateStored(message),
          strong: (text) => <strong>{text}</strong>,
        })}
  </li>
);
