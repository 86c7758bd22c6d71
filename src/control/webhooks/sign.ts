import { checkedBase64 } from '../../model/users/password/base64.ts'

/** The headers by which a receiver knows that a message is genuine, as Standard Webhooks has them. */
export async function signedHeaders(
  secret: string,
  id: string,
  body: string,
): Promise<Readonly<Record<string, string>>> {
  // By the machine's clock, like the receiver's: it rejects a message older than some minutes.
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = checkedBase64(secret.slice('whsec_'.length))
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key, hmac, false, ['sign'])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', imported, signed))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...mac))}`,
  }
}
