import { OptionError } from '../model/kernel/check-options.ts'
import { builtin } from './builtin.ts'
import { hostname } from './hosts.ts'

/** A certificate and its private key, in PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

/** Lifetime of a generated certificate, in milliseconds: the longest that browsers accept. */
const lifetime = 397 * 24 * 60 * 60 * 1000

/**
 * Creates a self-signed certificate for this machine's loopback names and for further hosts; loads the code for it on
 * demand.
 */
export async function selfSigned(hosts: readonly string[]): Promise<Certificate> {
  const { generate } = await import('selfsigned')
  const names = ['localhost', '*.localhost', ...hosts.map(hostname)]
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + lifetime),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...[...new Set(names)]
            .filter((name) => !isAddress(name))
            .map((value) => ({ type: 2 as const, value })),
          ...[...new Set(['127.0.0.1', '::1', ...names])]
            .filter(isAddress)
            .map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
  })
  return { cert, key }
}

/** Writes a certificate into a new folder where clients can read it. Returns the file. */
export async function writeCertificate(cert: string): Promise<string> {
  const { mkdtemp, writeFile } = builtin('node:fs/promises')
  const folder = await mkdtemp(builtin('node:path').join(builtin('node:os').tmpdir(), 'identikit-'))
  const file = builtin('node:path').join(folder, 'identikit.pem')
  await writeFile(file, cert)
  return file
}

/** Removes a written certificate. */
export async function removeCertificate(file: string): Promise<void> {
  const { rm } = builtin('node:fs/promises')
  await rm(builtin('node:path').dirname(file), { recursive: true, force: true })
}

/**
 * Checks a certificate and its key.
 *
 * @throws TypeError that says which of the two is invalid, or that they do not belong together.
 */
export function checkCertificate({ cert, key }: Certificate): void {
  const { X509Certificate, createPrivateKey } = builtin('node:crypto')
  const certificate = read('tls.cert', 'certificate', () => new X509Certificate(cert))
  const privateKey = read('tls.key', 'private key', () => createPrivateKey(key))
  if (!certificate.checkPrivateKey(privateKey))
    throw OptionError.of('tls.key', 'The key is not that of the certificate')
}

function read<Value>(name: string, what: string, parse: () => Value): Value {
  try {
    return parse()
  } catch {
    throw OptionError.of(name, `expected a ${what} in PEM`)
  }
}

function isAddress(name: string): boolean {
  return /^[\d.]+$/.test(name) || name.includes(':')
}
