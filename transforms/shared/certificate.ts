// What a certificate file shows of how strong it is.
import { X509Certificate } from 'node:crypto';

export interface Certificate {
  /** Of an RSA key; null for other ones. */
  readonly bits: number | null;
  /** `MD5` or `SHA-1`, where one of these signs it; null for better ones. */
  readonly weakDigest: string | null;
  /** Signed with its own key: nobody looks at its signature. */
  readonly isRoot: boolean;
}

/** The first one of a file in PEM; null where there is none, or it can't be read. */
export function readCertificate(text: string): Certificate | null {
  const pem = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/.exec(text)?.[0];
  if (pem === undefined) return null;
  try {
    const certificate = new X509Certificate(pem);
    const { publicKey, raw } = certificate;
    const isRsa = publicKey.asymmetricKeyType === 'rsa';
    return {
      bits: isRsa ? (publicKey.asymmetricKeyDetails?.modulusLength ?? null) : null,
      weakDigest: WEAK_DIGESTS.get(signatureAlgorithm(raw)) ?? null,
      isRoot: certificate.checkIssued(certificate),
    };
  } catch {
    // Keys and encodings that OpenSSL does not know.
    return null;
  }
}

/** Object identifiers in hexadecimal: md5WithRSAEncryption, sha1WithRSAEncryption, dsa-with-sha1, ecdsa-with-SHA1. */
const WEAK_DIGESTS: ReadonlyMap<string, string> = new Map([
  ['2a864886f70d010104', 'MD5'],
  ['2a864886f70d010105', 'SHA-1'],
  ['2a8648ce380403', 'SHA-1'],
  ['2a8648ce3d0401', 'SHA-1'],
]);

/** Certificate ::= SEQUENCE { tbsCertificate, signatureAlgorithm SEQUENCE { algorithm OBJECT IDENTIFIER ... } ... } */
function signatureAlgorithm(der: Buffer): string {
  const signed = contentOf(der, contentOf(der, 0).start);
  const algorithm = contentOf(der, contentOf(der, signed.end).start);
  return der.toString('hex', algorithm.start, algorithm.end);
}

/** Where the content of the DER value at an offset starts and ends. */
function contentOf(der: Buffer, at: number): { readonly start: number; readonly end: number } {
  const first = der[at + 1] ?? 0;
  if (first < 0x80) return { start: at + 2, end: at + 2 + first };
  const size = first - 0x80;
  const start = at + 2 + size;
  return { start, end: start + der.readUIntBE(at + 2, size) };
}
