import { perLanguage } from '../../kernel/language/locale.ts';
import { msg, texts } from '../../kernel/language/messages.ts';
import { memoize } from '../../kernel/memoize.ts';

/** The texts that scripts show, by script. The script fills in `%n` and the like. */
const ISLAND_TEXTS: Record<string, Record<string, string>> = texts({
  'times.js': { just_now: msg('just now') },
  'suggestions.js': { products: msg('Products') },
  'in-place.js': {
    failed: msg('That didn’t work. Try again.'),
    offline: msg('That didn’t work. Check your connection and try again.'),
  },
  'copy.js': { copy: msg('Copy'), copied: msg('Copied'), select: msg('Select it to copy') },
  'gallery.js': {
    close: msg('Close'),
    previous: msg('Previous picture'),
    next: msg('Next picture'),
    pictures: msg('Pictures'),
    video: msg('Demo video'),
    position: msg('%n of %total'),
  },
  'media.js': {
    full: msg('%file was not added: the listing is full.'),
    uploading: msg('Uploading %n of %total…'),
    disconnected: msg('%file was not uploaded: no connection. Try again.'),
    upload: msg('Upload'),
    drop: msg('You can also drop files anywhere on this page, and drag pictures to change their order.'),
  },
  'draft.js': {
    ready: msg('New values are ready. Save to see them.'),
    saving: msg('Saving…'),
    unconnected: msg('No connection, so this may not be saved. Try again.'),
    signed_out: msg('Not saved: you’re signed out. Sign in on another tab, then save again.'),
    not_saved: msg('Not saved. Try again.'),
    unsaved: msg('Not saved yet.'),
  },
});

const writeTexts = perLanguage(() =>
  memoize((islands: string) => JSON.stringify(Object.assign({}, ...islands.split(' ').map((island) => ISLAND_TEXTS[island])))),
);

/** The texts of a page's scripts in the current language, as JSON: scripts read them from the body's `data-texts`. */
export const islandTexts = (islands: string[]): string => writeTexts()(islands.join(' '));
