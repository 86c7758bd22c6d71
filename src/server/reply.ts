import type { WireReply } from '../handlers/wire.ts'

/** A reply to send; the body of an image is bytes. */
export type ServerReply = Omit<WireReply, 'body'> & { readonly body: string | Uint8Array } & StreamedReply

/** A reply that may continue after its head. */
export interface StreamedReply {
  /** Continues to send after the head, instead of a body. */
  readonly stream?: (sink: StreamSink) => void
  /** The parts of a body. Each is produced once the client has read the parts before it. */
  readonly texts?: Iterable<string>
}

/** The target of a streaming reply. */
export interface StreamSink {
  /** Sends some text. */
  readonly write: (text: string) => void
  /** Ends the reply. */
  readonly end: () => void
  /** Calls back when the client is gone. */
  readonly onClose: (stop: () => void) => void
}
