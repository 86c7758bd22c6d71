import * as zlib from 'node:zlib'

type Headers = Readonly<Record<string, readonly string[]>>

/** The text of a body: decompressed, and decoded by its charset. Most recorders keep it plain, and the headers as they were. */
export function decodedText(body: string | Buffer, headers: Headers): string {
  if (typeof body === 'string') return body
  const encodings = (headers['content-encoding'] ?? []).flatMap((line) => line.split(','))
  const plain = encodings.reduceRight((bytes, name) => decompressed(bytes, name.trim().toLowerCase()), body)
  return inCharset(plain, headers['content-type']?.[0] ?? '')
}

function decompressed(bytes: Buffer, encoding: string): Buffer {
  for (const decode of decoders[encoding] ?? []) {
    try {
      return decode(bytes)
    } catch {
      // It is plain, or of the other form that is called deflate.
    }
  }
  return bytes
}

/** Node 22.12 has no zstd yet: an import of its name would keep all of this from loading. */
const decoders: Readonly<Record<string, readonly ((body: Buffer) => Buffer)[]>> = {
  gzip: [zlib.gunzipSync],
  'x-gzip': [zlib.gunzipSync],
  deflate: [zlib.inflateSync, zlib.inflateRawSync],
  br: [zlib.brotliDecompressSync],
  zstd: [zlib.zstdDecompressSync],
}

/** Bytes as the text that a media type says they are. */
export function inCharset(bytes: Uint8Array, mediaType: string): string {
  const [, charset = 'utf-8'] = /charset\s*=\s*"?([\w.:-]+)/i.exec(mediaType) ?? []
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
