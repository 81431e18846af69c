import { createHash, createHmac } from 'node:crypto';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

interface SignedRequest {
  method: string;
  /** Path and query as sent. */
  url: string;
  headers: Record<string, string>;
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** Whether a request to S3 has the right signature, computed as Amazon's documentation describes it (Signature Version 4). */
export const hasValidSignature = ({ method, url, headers }: SignedRequest, secret: string): boolean => {
  const [, day, region, names, signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  if (!signature) return false;
  const [path, query = ''] = url.split('?') as [string, string?];
  const canonical = [
    method,
    path,
    query.split('&').sort().join('&'),
    ...names!.split(';').map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce((key, part) => hmac(key, part), hmac(hmac(`AWS4${secret}`, day!), region!));
  return hmac(key, text).toString('hex') === signature;
};
