// A logo that does not come is taken away, so that the letters behind it show.

/** @param {EventTarget | null} picture */
const takeAway = (picture) => {
  if (picture instanceof HTMLImageElement && picture.closest('.logo')) picture.remove();
};

// Errors of pictures do not bubble, but they can be caught on their way down.
document.addEventListener('error', (event) => takeAway(event.target), true);

for (const picture of document.images) if (picture.complete && picture.naturalWidth === 0) takeAway(picture);
