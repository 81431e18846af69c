import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { listLedgerKeys, type PublishedKey } from '../../../modules/votes/checkpoints/keys.ts';
import { getReceipt, type ReceiptState } from '../../../modules/votes/checkpoints/proofs.ts';
import { ledgerPaths, listingPaths } from '../../paths.ts';
import { assetUrl } from '../../server/assets.ts';
import type { PageHead } from '../../server/page.ts';
import { Block } from '../../ui/elements.tsx';
import { DayText, formatCount } from '../../ui/format.tsx';

export interface ReceiptData extends ReceiptState {
  keys: PublishedKey[];
}

const Check = ({ receipt, keys, seq }: ReceiptData) => (
  <Block id="check" heading={t('Is it in and counted?')}>
    <div
      class="ledger-report"
      role="status"
      data-receipt-check
      data-verifier={assetUrl('verify-ledger.js')}
      data-receipt={JSON.stringify(receipt)}
      data-keys={JSON.stringify(keys.map(({ note }) => note))}
      data-counted={t('Your browser checked it: the vote is in the signed ledger and counted.')}
      data-uncounted={t('Your browser checked it: the vote is in the signed ledger, but not counted.')}
      data-withdrawn={t('Your browser checked it: the vote is in the signed ledger and was removed.')}
      data-broken={t('This receipt is not valid.')}
    >
      <p>{t('Your browser can check this with JavaScript. Without it, use the verifier with the receipt’s file.')}</p>
    </div>
    <p class="quiet">
      {t('The check runs in your browser and sends nothing. Keep the receipt: it stays valid, and with it you can check any later ledger.')}
    </p>
    <p class="actions">
      <a class="button" href={ledgerPaths.receiptFile({ row_id: seq })} download={`receipt-${seq}.json`}>
        {t('Download receipt')}
      </a>
      <a class="button" href={ledgerPaths.verify()}>
        {t('Check the whole ledger')}
      </a>
    </p>
  </Block>
);

/** The receipt of a vote, which the reader's browser checks. The ledger is public, and the page does not say whose vote it is. */
export const receiptPage = {
  path: ledgerPaths.receipt,
  not_found: 'vote_not_found' as const,
  load: async (ctx: Ctx, { row_id }: { row_id: number }): Promise<ReceiptData> => {
    const [state, keys] = await Promise.all([getReceipt(ctx, { seq: row_id }), listLedgerKeys(ctx)]);
    return { ...state, keys };
  },
  head: ({ seq }: ReceiptData): PageHead => ({
    title: t('Receipt of vote {number}', { number: seq }),
    description: t('Shows that a vote is in the signed ledger.'),
    canonical: ledgerPaths.receipt({ row_id: seq }),
    trail: [{ name: t('Vote ledger'), href: ledgerPaths.home() }],
    here: t('Receipt of vote {number}', { number: seq }),
    index: false,
    island: 'ledger.js',
  }),
  view: (data: ReceiptData) => {
    const { seq, row, receipt } = data;
    return (
      <div class="narrow ledger">
        <header class="page-head">
          <h1>{t('Receipt of vote {number}', { number: seq })}</h1>
          <p class="lede">
            {rich('A vote for {listing} in the launch week of {day}. It is row {row} of the ledger.', {
              listing: (
                <a href={listingPaths.listing({ slug: row.listing })}>
                  <bdi>{row.listing}</bdi>
                </a>
              ),
              day: <DayText on={row.launch_week_on} />,
              row: formatCount(seq),
            })}
          </p>
        </header>
        {receipt ? (
          <Check {...data} />
        ) : (
          <p class="notice">{t('The receipt is ready after the next checkpoint, within an hour. Come back then.')}</p>
        )}
        <Block id="row" heading={t('Row')}>
          <pre tabindex={0}>
            <code>{JSON.stringify(row, null, 2)}</code>
          </pre>
        </Block>
        {receipt && (
          <Block id="checkpoint" heading={t('Checkpoint')}>
            <pre tabindex={0}>
              <code>{receipt.checkpoint}</code>
            </pre>
          </Block>
        )}
      </div>
    );
  },
};
