import type { Seller } from '../../modules/orders/seller.ts';
import { COUNTRIES } from '../../modules/orders/vat/countries.ts';
import { to } from '../addresses.ts';
import type { Here } from '../page.ts';
import { SentChoice } from './choice-field.tsx';
import { Field, Form } from './form.tsx';

const OFFERED = COUNTRIES.map(({ code, name }) => ({ value: code, name }));

/** Who sells on the site, as invoices name them. */
export const SellerForm = ({ seller, here }: { seller: Seller | null; here: Here }) => {
  const action = to.adminSeller();
  return (
    <section class="block" aria-labelledby="seller">
      <h2 id="seller">Who sells</h2>
      {seller ? (
        <p class="quiet">New invoices say this. Those that were issued stay as they are.</p>
      ) : (
        <p class="notice">Nothing can be bought before this is said: without a seller there is no invoice and no VAT.</p>
      )}
      <Form action={action} here={here}>
        <Field
          action={action}
          here={here}
          name="name"
          label="Name or company"
          value={seller?.name}
          autocomplete="off"
          required
          maxlength={200}
        />
        <Field
          action={action}
          here={here}
          name="address"
          label="Address, a line each"
          value={seller?.lines.join('\n')}
          rows={4}
          maxlength={1200}
        />
        <SentChoice
          action={action}
          here={here}
          name="country"
          label="Country"
          none="Choose a country"
          offered={OFFERED}
          value={seller?.country}
          hint="Where VAT is owed on sales at home."
        />
        <Field
          action={action}
          here={here}
          name="vat_number"
          label="VAT number"
          value={seller?.vat_number}
          autocomplete="off"
          maxlength={32}
        />
        <Field
          action={action}
          here={here}
          name="email"
          label="Email for questions"
          type="email"
          value={seller?.email}
          autocomplete="off"
          maxlength={254}
        />
        <button class="button button-main" type="submit">
          Save the seller
        </button>
      </Form>
    </section>
  );
};
