import type { WireReply } from '../handlers/wire.ts'

/** A reply as the server sends it; an image has bytes for its body. */
export type ServerReply = Omit<WireReply, 'body'> & { readonly body: string | Uint8Array } & StreamedReply

/** A reply that may go on after its head. */
export interface StreamedReply {
  /** Goes on sending after the head, in place of a body. */
  readonly stream?: (sink: StreamSink) => void
  /** The parts of a body, each asked for once whoever reads has taken those before it. */
  readonly texts?: Iterable<string>
}

/** Where a reply that goes on is sent. */
export interface StreamSink {
  /** Sends some text. */
  readonly write: (text: string) => void
  /** Ends the reply. */
  readonly end: () => void
  /** Calls back when nobody listens any more. */
  readonly onClose: (stop: () => void) => void
}
