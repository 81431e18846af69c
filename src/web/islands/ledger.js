// Checks ledgers and receipts in the browser with the verifier. Nothing is sent anywhere.

/**
 * @param {Element} place
 * @param {string} summary
 * @param {boolean} ok
 * @param {string[]} lines
 */
const show = (place, summary, ok, lines = []) => {
  const text = document.createElement('p');
  text.className = ok ? 'check-result check-result-found' : 'form-trouble';
  text.textContent = summary;
  const list = document.createElement('ul');
  for (const line of lines) list.appendChild(document.createElement('li')).textContent = line;
  place.replaceChildren(text, ...(lines.length ? [list] : []));
};

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

const STATES = { counted: 'counted', 'not counted': 'uncounted', withdrawn: 'withdrawn' };

for (const place of document.querySelectorAll('[data-receipt-check]')) {
  const { verifier, receipt, keys, broken, ...texts } = place.dataset;
  try {
    const { verifyReceipt } = await import(verifier);
    const report = await verifyReceipt(JSON.parse(receipt), JSON.parse(keys));
    show(place, report.ok ? texts[STATES[report.state]] : broken, report.ok, [...report.faults, ...report.notices]);
  } catch (error) {
    show(place, messageOf(error), false);
  }
}

/** What was seen of a site earlier, kept in this browser only. */
const memoryOf = (host) => {
  try {
    return JSON.parse(localStorage.getItem(`ledger of ${host}`) ?? 'null');
  } catch {
    return null;
  }
};
const remember = (host, { keys, latest }) => {
  try {
    if (latest) localStorage.setItem(`ledger of ${host}`, JSON.stringify({ key: keys[0].key, checkpoint: latest.note }));
  } catch {
    // Private windows may keep nothing.
  }
};

const summarize = ({ origin, site, rows, keys, latest, weeks, receipts, notices, faults }) => [
  ...faults,
  `${origin ?? site}: ${rows} rows`,
  ...(latest ? [`Latest checkpoint: ${latest.size} rows, ${latest.time}`] : []),
  ...keys.map(({ number, key }) => `Key ${number}: ${key}`),
  ...weeks.map(({ week, counted, uncounted }) => `Week of ${week}: ${counted} votes counted, ${uncounted} not`),
  ...receipts.map(({ row, state }) => `Receipt of row ${row.seq}: ${state}`),
  ...notices,
];

for (const form of document.querySelectorAll('[data-ledger-check]')) {
  const place = form.querySelector('.ledger-report');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { verifier, reading, rows, ok, broken } = form.dataset;
    const button = form.querySelector('button');
    const fileOf = (name) => form.elements.namedItem(name).files[0];
    button.disabled = true;
    show(place, reading, true);
    try {
      const { verifyLedger, fetchLedger, chunksOf } = await import(verifier);
      const file = fileOf('ledger');
      const { chunks, host } = file ? { chunks: chunksOf(file.stream()) } : await fetchLedger(form.elements.namedItem('address').value);
      const memory = host && memoryOf(host);
      const [checkpoint, receipt] = [fileOf('checkpoint'), fileOf('receipt')];
      const report = await verifyLedger(chunks, {
        host,
        pinned: memory ? [memory.key] : [],
        checkpoints: [...(memory ? [memory.checkpoint] : []), ...(checkpoint ? [await checkpoint.text()] : [])],
        receipts: receipt ? [JSON.parse(await receipt.text())] : [],
        onProgress: (count) => show(place, `${count} ${rows}`, true),
      });
      show(place, report.ok ? ok : broken, report.ok, summarize(report));
      if (report.ok && host) remember(host, report);
    } catch (error) {
      show(place, messageOf(error), false);
    } finally {
      button.disabled = false;
    }
  });
}
