import type { BrandPicture, Site } from '../../kernel/context.ts';
import { brandPicturePath } from '../../modules/sites/brand/icon.ts';
import { Mark } from './elements.tsx';

/** The height of logos in the header and the footer. */
const LOGO_HEIGHT = 36;
/** A logo that is this much wider than high contains the name. */
const WIDE = 2;

const Logo = ({ picture, theme, alt }: { picture: BrandPicture; theme?: 'light' | 'dark'; alt: string }) => (
  <img
    class={theme ? `brand-logo brand-logo-${theme}` : 'brand-logo'}
    src={brandPicturePath(picture)}
    alt={alt}
    width={Math.round((picture.width / picture.height) * LOGO_HEIGHT)}
    height={LOGO_HEIGHT}
    loading={theme === 'dark' ? 'lazy' : undefined}
  />
);

/** The site's logo and name. A wide logo stands for the name. Without a logo, the mark is drawn in the site's colour. */
export const SiteName = ({ name, brand: { logo, logo_dark } = {} }: Pick<Site, 'name' | 'brand'>) => {
  if (!logo)
    return (
      <>
        <Mark />
        {name}
      </>
    );
  const is_wide = logo.width >= WIDE * logo.height;
  const alt = is_wide ? name : '';
  return (
    <>
      {logo_dark ? (
        <>
          <Logo picture={logo} theme="light" alt={alt} />
          <Logo picture={logo_dark} theme="dark" alt={alt} />
        </>
      ) : (
        <Logo picture={logo} alt={alt} />
      )}
      {!is_wide && name}
    </>
  );
};
