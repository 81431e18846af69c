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
      {big && <Icon name="search" />}
      <input id={id} type="search" name="q" value={q} placeholder={placeholder} maxlength={most} autocomplete="off" dir="auto" />
      {/* A small box has no room for the word. */}
      <button type="submit" aria-label={big ? undefined : 'Search'}>
        {big ? 'Search' : <Icon name="search" />}
      </button>
    </form>
  </search>
);
