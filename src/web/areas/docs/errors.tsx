import { REFUSALS } from '../../../refusals.ts';
import { docsPaths } from '../../paths.ts';
import { docsPage } from './docs.tsx';

const REFUSALS_BY_STATUS = Object.entries(REFUSALS).toSorted(([, a], [, b]) => a.status - b.status);

const example = (root: string) => ({
  type: `${root}${docsPaths.errors()}#invalid_input`,
  title: REFUSALS.invalid_input.title,
  status: 400,
  code: 'invalid_input',
  detail: REFUSALS.invalid_input.detail,
  errors: [{ path: 'page', code: 'too_large', message: 'may be at most 1000', limit: 1000, actual: 1001 }],
  request_id: '6f0c1f0e-5b1e-4c38-9f43-0f1d2c3b4a59',
});

export const errorsPage = docsPage({
  path: docsPaths.errors,
  title: 'Errors',
  description: 'Every code a refused request can carry, and what to do about it.',
  lede: () => (
    <>
      A refused request is answered as <code>application/problem+json</code> (RFC 9457). Programs switch on <code>code</code>;{' '}
      <code>detail</code> says what to do; <code>errors</code> names each value that does not fit, its limit and what was sent.
    </>
  ),
  view: ({ site }) => (
    <>
      <pre tabindex={0}>
        <code>{JSON.stringify(example(site.root), null, 2)}</code>
      </pre>
      <section class="scroll" aria-label="All codes">
        <table class="schema">
          <thead>
            <tr>
              <th scope="col">Code</th>
              <th scope="col">Status</th>
              <th scope="col">What to do</th>
            </tr>
          </thead>
          <tbody>
            {REFUSALS_BY_STATUS.map(([code, { status, detail }]) => (
              <tr id={code}>
                <th scope="row">
                  <code>{code}</code>
                </th>
                <td>{status}</td>
                <td>{detail ?? 'Try again; if it stays, write to us and name the request_id.'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  ),
});
