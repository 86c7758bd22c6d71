import type { WireReply } from '../handlers/wire.ts'

/** A reply as the server sends it; an image has bytes for its body. */
export type ServerReply = Omit<WireReply, 'body'> & { readonly body: string | Uint8Array }
