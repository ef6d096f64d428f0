// What a certificate file shows of how strong it is.
import { createPublicKey } from 'node:crypto';

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
  const [pem, base64 = ''] = /-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/.exec(text) ?? [];
  if (pem === undefined) return null;
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPublicKey(pem);
    return {
      bits: type === 'rsa' ? (details?.modulusLength ?? null) : null,
      ...readSignature(Buffer.from(base64, 'base64')),
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

/**
 * Certificate ::= SEQUENCE { tbsCertificate SEQUENCE { [0] version, serialNumber, signature, issuer, validity, subject ... },
 * signatureAlgorithm SEQUENCE { algorithm OBJECT IDENTIFIER ... } ... } (RFC 5280)
 */
function readSignature(der: Buffer): Pick<Certificate, 'weakDigest' | 'isRoot'> {
  const [signed, algorithm] = valuesIn(der.subarray(valueAt(der, 0).start));
  const [digest] = valuesIn(algorithm!);
  const parts = valuesIn(signed!);
  // Version 1 is not written.
  const hasVersion = der[valueAt(der, valueAt(der, 0).start).start] === 0xa0;
  const [, , issuer, , subject] = hasVersion ? parts.slice(1) : parts;
  return {
    weakDigest: WEAK_DIGESTS.get(digest!.toString('hex')) ?? null,
    isRoot: issuer!.equals(subject!),
  };
}

const MOST_VALUES = 6;

/** The first values in DER, one after the other, without their headers. */
function valuesIn(der: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < der.length && found.length < MOST_VALUES;) {
    const { start, end } = valueAt(der, at);
    found.push(der.subarray(start, end));
    at = end;
  }
  return found;
}

function valueAt(der: Buffer, at: number): { readonly start: number; readonly end: number } {
  const first = der[at + 1] ?? 0;
  if (first < 0x80) return { start: at + 2, end: at + 2 + first };
  const size = first - 0x80;
  const start = at + 2 + size;
  return { start, end: start + der.readUIntBE(at + 2, size) };
}
