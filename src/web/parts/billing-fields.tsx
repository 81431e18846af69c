import { COUNTRIES } from '../../modules/orders/vat/countries.ts';
import type { Here } from '../page.ts';
import { SentChoice } from './choice-field.tsx';
import { Field } from './form.tsx';

const OFFERED = COUNTRIES.map(({ code, name }) => ({ value: code, name }));

/** What a form is filled with before anybody types. */
export interface KnownBilling {
  name?: string;
  company?: string | null;
  address?: string;
  postal_code?: string | null;
  city?: string;
  country?: string;
  vat_number?: string | null;
  email?: string;
}

/** Whom the invoice is for. */
export const BillingFields = ({ action, here, known }: { action: string; here: Here; known: KnownBilling }) => {
  const shared = { action, here };
  return (
    <div class="billing">
      <Field {...shared} name="name" label="Your name" value={known.name} autocomplete="name" required maxlength={120} />
      <Field
        {...shared}
        name="email"
        label="Email for the receipt"
        type="email"
        value={known.email}
        autocomplete="email"
        required
        maxlength={254}
      />
      <SentChoice
        {...shared}
        name="country"
        label="Country"
        none="Choose a country"
        offered={OFFERED}
        value={known.country}
        autocomplete="country"
      />
      <Field
        {...shared}
        name="address"
        label="Street and number"
        value={known.address}
        rows={2}
        autocomplete="street-address"
        required
        maxlength={300}
      />
      <div class="billing-pair">
        <Field {...shared} name="postal_code" label="Postal code" value={known.postal_code} autocomplete="postal-code" maxlength={20} />
        <Field {...shared} name="city" label="City" value={known.city} autocomplete="address-level2" required maxlength={120} />
      </div>
      <Field {...shared} name="company" label="Company (if it buys)" value={known.company} autocomplete="organization" maxlength={160} />
      <Field
        {...shared}
        name="vat_number"
        label="VAT number (EU businesses)"
        type="code"
        value={known.vat_number}
        hint="With a valid number of another EU country than the seller’s no VAT is charged."
        autocomplete="off"
        maxlength={32}
      />
    </div>
  );
};
