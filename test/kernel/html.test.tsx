import { createContext } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { renderHtml } from '../../src/kernel/html.ts';

const Said = createContext('nothing');
const Says = () => <Said.Consumer>{(said = 'nothing') => <b>{said}</b>}</Said.Consumer>;
const Named = ({ name, children }: { name: string; children?: preact.ComponentChildren }) => (
  <>
    <h2>{name}</h2>
    {children}
  </>
);

test('renders the same HTML as Preact itself', () => {
  const page = (
    <main id="m" class="" hidden={false} tabindex={-1} aria-hidden={false} data-on>
      <Named name={'<b>"&\''}>
        {[1, 0, null, undefined, true, false, '', 'é’<', [<i>2</i>]]}
        <p title={'a"b<c>&'}>
          text {3n} {0}
        </p>
      </Named>
      <input type="checkbox" inputMode="url" checked disabled={undefined} value="" />
      <textarea name="t" rows={2} value={'</textarea>\n&'} />
      <select name="s" value="b">
        <option value="a">A</option>
        <optgroup label="more">
          <option value="b">B</option>
        </optgroup>
      </select>
      <svg viewBox="0 0 1 1" stroke-width="2" aria-hidden="true">
        <path d="M0 0" />
      </svg>
      <div dangerouslySetInnerHTML={{ __html: '<em>as it is</em>' }} class="after" />
      <Says />
      <Said.Provider value="something">
        <Says />
        <Said.Provider value="more">
          <Says />
        </Said.Provider>
        <Says />
      </Said.Provider>
    </main>
  );
  expect(renderHtml(page)).toBe(renderToString(page));
});

test('rejects invalid element and attribute names', () => {
  const attributes: object = { 'x onload="alert(1)"': 'y' };
  expect(() => renderHtml(<p {...attributes} />)).toThrow('is no name of HTML');
});
