// Removes a logo that fails to load, so that the initials behind it show.

/** @param {EventTarget | null} picture */
const removeBroken = (picture) => {
  if (picture instanceof HTMLImageElement && picture.closest('.logo')) picture.remove();
};

// Image errors do not bubble, so listen in the capture phase.
document.addEventListener('error', (event) => removeBroken(event.target), true);

for (const picture of document.images) if (picture.complete && picture.naturalWidth === 0) removeBroken(picture);
