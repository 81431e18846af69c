// Opens the pictures and the video of a gallery in a dialog. Without JavaScript they are links.

/** @type {Record<'close' | 'previous' | 'next' | 'pictures' | 'video' | 'position', string>} */
const texts = JSON.parse(document.body.dataset.texts ?? '{}');

/** @type {HTMLAnchorElement[]} */
const pictures = [...document.querySelectorAll('a[data-picture]')].filter((link) => link instanceof HTMLAnchorElement);

/** @param {string} name @param {string} [text] @param {string} [label] */
const makeButton = (name, text = '', label = text) => {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `lightbox-${name}`;
  button.textContent = text;
  button.setAttribute('aria-label', label);
  return button;
};

const dialog = document.createElement('dialog');
dialog.className = 'lightbox';
const stage = document.createElement('figure');
const caption = document.createElement('p');
caption.className = 'lightbox-caption';
caption.setAttribute('aria-live', 'polite');
const close = makeButton('close', '×', texts.close);
const previous = makeButton('previous', '‹', texts.previous);
const next = makeButton('next', '›', texts.next);
dialog.append(close, stage, caption, previous, next);
document.body.append(dialog);

/** The index of the shown picture. */
let shown = 0;
/** @type {HTMLElement | null} */
let opener = null;

/** @param {HTMLElement} opened_by @param {string} label */
const openDialog = (opened_by, label) => {
  opener = opened_by;
  dialog.setAttribute('aria-label', label);
  if (!dialog.open) dialog.showModal();
};

/** @param {number} index */
const showPicture = (index) => {
  shown = (index + pictures.length) % pictures.length;
  const link = pictures[shown];
  const thumbnail = link?.querySelector('img');
  if (!link || !thumbnail) return;
  const picture = document.createElement('img');
  picture.src = link.href;
  picture.alt = thumbnail.alt;
  picture.width = thumbnail.width;
  picture.height = thumbnail.height;
  stage.replaceChildren(picture);
  const position = texts.position.replace('%n', String(shown + 1)).replace('%total', String(pictures.length));
  caption.textContent = pictures.length > 1 ? `${thumbnail.alt} (${position})` : thumbnail.alt;
  previous.hidden = pictures.length < 2;
  next.hidden = pictures.length < 2;
  openDialog(link, texts.pictures);
};

/** @param {HTMLElement} link @param {string} src */
const showVideo = (link, src) => {
  const is_file = link.dataset.videoKind === 'file';
  const player = document.createElement(is_file ? 'video' : 'iframe');
  player.src = src;
  player.title = texts.video;
  if (player instanceof HTMLVideoElement) {
    player.controls = true;
    player.autoplay = true;
  } else {
    player.allow = 'autoplay; fullscreen; picture-in-picture';
    // Hosts refuse to play without knowing the site.
    player.referrerPolicy = 'strict-origin-when-cross-origin';
  }
  stage.replaceChildren(player);
  caption.textContent = '';
  previous.hidden = true;
  next.hidden = true;
  openDialog(link, texts.video);
};

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[data-picture], a[data-video]') : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.dataset.video) showVideo(link, link.dataset.video);
  else showPicture(pictures.indexOf(link));
});

close.addEventListener('click', () => dialog.close());
previous.addEventListener('click', () => showPicture(shown - 1));
next.addEventListener('click', () => showPicture(shown + 1));
// A click beside the picture.
dialog.addEventListener('click', (event) => {
  if (event.target === dialog || event.target === stage) dialog.close();
});
dialog.addEventListener('keydown', (event) => {
  if (next.hidden) return;
  if (event.key === 'ArrowLeft') showPicture(shown - 1);
  if (event.key === 'ArrowRight') showPicture(shown + 1);
});
dialog.addEventListener('close', () => {
  // Stops a video.
  stage.replaceChildren();
  opener?.focus({ preventScroll: true });
});

let touched_at = 0;
dialog.addEventListener('touchstart', ({ changedTouches: [touch] }) => {
  touched_at = touch?.clientX ?? 0;
});
dialog.addEventListener('touchend', ({ changedTouches: [touch] }) => {
  const moved = (touch?.clientX ?? 0) - touched_at;
  if (!next.hidden && Math.abs(moved) > 40) showPicture(shown + (moved < 0 ? 1 : -1));
});
