import { filePath, path } from '../../server/path.ts';

export const ledgerPaths = {
  home: path('/ledger'),
  verify: path('/ledger/verify'),
  format: path('/ledger/format'),
  receipt: path('/ledger/receipts/:row_id'),
  receiptFile: filePath('/ledger/receipts/:row_id/receipt.json'),
  exportFile: filePath('/ledger/export.jsonl'),
  checkpoint: filePath('/ledger/checkpoint', { size: 0 }),
  checkpoints: filePath('/ledger/checkpoints', { after: 0 }),
  keys: filePath('/ledger/keys'),
  result: filePath('/ledger/weeks/:week'),
  inclusion: filePath('/ledger/proofs/inclusion', { entry: 0, size: 0 }),
  consistency: filePath('/ledger/proofs/consistency', { from: 0, to: 0 }),
  cosignatures: filePath('/ledger/cosignatures'),
};
