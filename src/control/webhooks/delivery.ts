/** One time that a message was sent. */
export interface Attempt {
  /** By the machine's clock: ISO 8601. */
  readonly at: string
  /** Status of the reply; left out where none came. */
  readonly status?: number
  /** Why no reply came. */
  readonly error?: string
}

/** A message to the receiver, with some events. */
export interface Delivery {
  /** Value of its `webhook-id` header, the same in every attempt. */
  readonly id: string
  /** How many events are in it. */
  readonly events: number
  /** Ids of the first and the last event, as `listEvents` and the `uuid` of a log event have them. */
  readonly from: string
  readonly to: string
  readonly state: 'sending' | 'waiting' | 'delivered' | 'dropped'
  readonly attempts: readonly Attempt[]
  /** When it is sent again, by the machine's clock: ISO 8601; left out unless it is `waiting` for that. */
  readonly nextAttemptAt?: string
}

/** A listed message, with its body. */
export interface Message {
  readonly delivery: Changing<Delivery>
  readonly body: string
  /** How it ended; the counts of events follow it. */
  became?: 'delivered' | 'dropped'
}

/** A webhook as it can be read: without its secret. */
export interface WebhookState {
  /** Secrets in its query are redacted. */
  readonly url: string
  readonly types: readonly string[]
  /** `retrying` while the receiver answers an error or nothing; `gone` after it answered 410. */
  readonly state: 'idle' | 'sending' | 'retrying' | 'gone'
  /** Whether the receiver of an event hook answered the challenge; nothing is sent before. Absent for other formats. */
  readonly isVerified?: boolean
  /** Waiting events, including those of the current message. */
  readonly queued: number
  readonly delivered: number
  /** Dropped events: too many waited, every attempt failed, or the receiver is gone. */
  readonly dropped: number
}

/** A mutable form of a value, for a message in progress. */
export type Changing<Value> = {
  -readonly [Name in keyof Value]: Value[Name] extends readonly (infer Item)[] ? Item[] : Value[Name]
}

/** How an attempt ended, in words. */
export function outcome({ status, error }: Attempt): string {
  return status === undefined ? error! : `the receiver answered ${status}`
}

/** Random: a restarted server must not reuse an id that its receiver knows. */
export function messageId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `msg_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** A copy of a message, which later attempts do not change. */
export function copyOf(delivery: Delivery): Delivery {
  return { ...delivery, attempts: [...delivery.attempts] }
}
