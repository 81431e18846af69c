import { Icon } from './icon.tsx';

interface SearchBoxProps {
  id: string;
  label: string;
  action: string;
  placeholder: string;
  q?: string;
  big?: boolean;
  most?: number;
}

/** A search that is a form: it works before, after and without any script. */
export const SearchBox = ({ id, label, action, placeholder, q, big, most = 200 }: SearchBoxProps) => (
  <search class={big ? 'searching searching-big' : 'searching'}>
    <form action={action} class="search-box">
      <label class="unseen" for={id}>
        {label}
      </label>
      <Icon name="search" />
      <input id={id} type="search" name="q" value={q} placeholder={placeholder} maxlength={most} autocomplete="off" dir="auto" />
      <button type="submit">Search</button>
    </form>
  </search>
);
