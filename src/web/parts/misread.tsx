import type { Misread } from '../asked.ts';
import { label, startOf } from '../wording.ts';

/** Says which parts of the address were left out, instead of failing over them. */
export const MisreadNotice = ({ misread }: { misread: Misread[] }) =>
  misread.length > 0 ? (
    <div class="notice" role="status">
      <p>We left out what we could not understand:</p>
      <ul>
        {misread.map(({ name, sent, hint }) => (
          <li>
            {label(name)} <q dir="auto">{startOf(sent, 60)}</q>. {hint}
          </li>
        ))}
      </ul>
    </div>
  ) : null;
