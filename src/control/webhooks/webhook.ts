import type { Org } from '../../model/org.ts'
import type { RecordedChange } from '../../model/access/recorder.ts'
import { withoutUrlSecrets } from '../../model/access/redaction.ts'
import { eventsOf, type OrgEvent, typeTest } from '../events/event-log.ts'
import { logEventOf } from '../events/log-event.ts'
import {
  type Attempt,
  type Changing,
  copyOf,
  type Delivery,
  type Message,
  messageId,
  outcome,
  type WebhookState,
} from './delivery.ts'
import { beginOf, eventHook, verificationIn } from './event-hook.ts'
import type { WebhookSettings } from './input.ts'
import { signedHeaders } from './sign.ts'

const batchMax = 100
const deliveriesKept = 100
const longestPause = 60_000
/** Events of one request, and of those right after it, go together. */
const gathering = 10

/** Sends the events of an organisation to a receiver, one message after the other, in their order. */
export class Webhook {
  readonly #org: Org
  readonly #settings: WebhookSettings
  /** Waiting events. They are built when they are sent: then the request that caused them has its id. */
  #waiting: (() => OrgEvent)[] = []
  /** Messages to send again on demand; they go before waiting events. */
  readonly #again: Message[] = []
  #underWay: Message | undefined
  #inMessage = 0
  #delivered = 0
  #dropped = 0
  #unsaid = 0
  #isRunning = false
  #isEnded = false
  #state: WebhookState['state'] = 'idle'
  #isVerified = false
  readonly #messages: Message[] = []
  readonly #stopListening: readonly (() => void)[]
  /** Cancels the current attempt or pause. */
  #breakOff: (() => void) | undefined

  /** @param after Number of the last change whose events are not sent. */
  constructor(org: Org, settings: WebhookSettings, after: number) {
    this.#org = org
    this.#settings = settings
    const { recorder } = org.traffic
    const tests = settings.types?.map(typeTest)
    // A real deployment has no reset: only a receiver that asks for this event gets it.
    const isWanted = (type: string): boolean =>
      tests ? tests.some((test) => test(type)) : type !== 'organisation.replaced'
    const take = (change: RecordedChange): void => this.#take(change, isWanted)
    for (const change of recorder.after(after)) take(change)
    this.#stopListening = [recorder.onChange(take), org.onEnd(() => this.stop())]
  }

  get state(): WebhookState {
    return {
      url: withoutUrlSecrets(this.#settings.url),
      types: this.#settings.types ?? ['*'],
      state: this.#state,
      ...(this.#isEventHook ? { isVerified: this.#isVerified } : {}),
      queued: this.#waiting.length + this.#inMessage,
      delivered: this.#delivered,
      dropped: this.#dropped,
    }
  }

  get #isEventHook(): boolean {
    return this.#settings.format === 'event-hook'
  }

  /**
   * Asks the receiver of an event hook to send a challenge back, once. Until it does, each attempt asks again.
   *
   * @returns Why it did not; undefined once it did.
   */
  async verify(): Promise<Attempt | undefined> {
    if (!this.#isEventHook || this.#isVerified) return undefined
    const challenge = messageId()
    const name = `x-${this.#org.vocabulary.prefix}-verification-challenge`
    const attempt = await this.#send(
      'GET',
      { accept: 'application/json', [name]: challenge },
      undefined,
      (text) => {
        this.#isVerified = verificationIn(text) === challenge
      },
    )
    if (this.#isVerified) return undefined
    const { status } = attempt
    if (status === undefined || status === 410) return attempt
    return {
      at: attempt.at,
      error: `the challenge in ${name} did not come back as {"verification": …} (${status})`,
    }
  }

  /** The last hundred messages, oldest first. */
  get deliveries(): readonly Delivery[] {
    return this.#messages.map(({ delivery }) => copyOf(delivery))
  }

  /**
   * Sends a message again, with its id, before waiting events. A message that waits for an attempt is sent at once.
   *
   * @returns The message in its current state; undefined for an unknown id.
   */
  sendAgain(id: string): Delivery | undefined {
    const message = this.#messages.find(({ delivery }) => delivery.id === id)
    if (!message) return undefined
    const { delivery } = message
    if (message === this.#underWay) {
      if (delivery.state === 'waiting') this.#breakOff?.()
    } else if (!this.#again.includes(message)) {
      delivery.state = 'waiting'
      this.#again.push(message)
      if (!this.#isRunning) void this.#run()
    }
    return copyOf(delivery)
  }

  /** Sends nothing more, and cancels the current attempt. */
  stop(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    for (const stop of this.#stopListening) stop()
    this.#breakOff?.()
    const { queued } = this.state
    if (queued > 0) this.#say(`stopped before ${events(queued)} could be delivered`)
  }

  #take(change: RecordedChange, isWanted: (type: string) => boolean): void {
    const found = eventsOf(change, isWanted)
    if (found.length === 0 || this.#state === 'gone') return
    for (const { id } of found)
      this.#waiting.push(() => eventsOf(change, isWanted).find((event) => event.id === id)!)
    const tooMany = this.#waiting.length - (this.#settings.queue ?? 1000)
    if (tooMany > 0) {
      this.#waiting.splice(0, tooMany)
      this.#drop(tooMany)
    }
    if (!this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    if (this.#again.length === 0) await this.#pause(gathering)
    for (let next = this.#next(); next && !this.#isEnded; next = this.#next()) {
      this.#underWay = next
      // oxlint-disable-next-line no-await-in-loop -- events arrive in their order
      await this.#deliver(next)
      if (!this.#isEnded) this.#inMessage = 0
    }
    this.#underWay = undefined
    this.#isRunning = false
    if (this.#state === 'sending') this.#state = 'idle'
  }

  /** The message to send next: one that is sent again, or a new one with what waits. */
  #next(): Message | undefined {
    return this.#again.shift() ?? (this.#waiting.length === 0 ? undefined : this.#newMessage())
  }

  async #deliver(message: Message): Promise<void> {
    const { attempts = 8, retryDelay = 500 } = this.#settings
    const { delivery, body } = message
    const max = this.#state === 'gone' ? 1 : attempts
    if (this.#state === 'idle') this.#state = 'sending'
    for (let number = 1; !this.#isEnded; number++) {
      delivery.state = 'sending'
      delete delivery.nextAttemptAt
      // oxlint-disable-next-line no-await-in-loop -- each attempt follows from the last
      const attempt = (await this.verify()) ?? (await this.#post(delivery.id, body))
      if (this.#isEnded) return
      delivery.attempts.push(attempt)
      const { status = 0 } = attempt
      if (status >= 200 && status < 300) return this.#succeed(message)
      if (status === 410) return this.#end(message)
      if (number === max) return this.#fail(message, number)
      const pause = Math.min(retryDelay * 2 ** (number - 1), longestPause)
      if (this.#state !== 'retrying') this.#say(`${outcome(attempt)}; next attempt in ${pause} ms`)
      this.#state = 'retrying'
      delivery.state = 'waiting'
      delivery.nextAttemptAt = new Date(Date.now() + pause).toISOString()
      // oxlint-disable-next-line no-await-in-loop -- a pause between attempts
      await this.#pause(pause)
    }
  }

  #newMessage(): Message {
    const batch = this.#waiting.splice(0, batchMax).map((make) => make())
    this.#inMessage = batch.length
    const delivery: Changing<Delivery> = {
      id: messageId(),
      events: batch.length,
      from: batch[0]!.id,
      to: batch.at(-1)!.id,
      state: 'sending',
      attempts: [],
    }
    const data = { events: batch.map(logEventOf) }
    const { time } = batch.at(-1)!
    const body = JSON.stringify(
      this.#isEventHook
        ? eventHook(this.#org, delivery.id, time, data)
        : { type: 'events', timestamp: time, data },
    )
    const message: Message = { delivery, body }
    this.#messages.push(message)
    if (this.#messages.length > deliveriesKept) this.#messages.shift()
    return message
  }

  #succeed(message: Message): void {
    const { delivery, became } = message
    delivery.state = message.became = 'delivered'
    if (became !== 'delivered') this.#delivered += delivery.events
    if (became === 'dropped') this.#dropped -= delivery.events
    if (this.#state === 'retrying' || this.#state === 'gone') {
      const lost = this.#unsaid === 0 ? '' : `; ${events(this.#unsaid)} dropped meanwhile`
      this.#say(`the receiver takes events again${lost}`)
    }
    this.#unsaid = 0
    this.#state = 'sending'
  }

  #fail(message: Message, attempts: number): void {
    const lost = message.became ? 'a message sent again' : events(message.delivery.events)
    const last = message.delivery.attempts.at(-1)!
    this.#say(
      `${outcome(last)}; ${lost} dropped after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
    )
    this.#giveUp(message)
  }

  /** A receiver that answers 410 wants no more messages. */
  #end(message: Message): void {
    const { length } = this.#waiting
    this.#waiting = []
    this.#dropped += length
    const lost = length + (message.became ? 0 : message.delivery.events)
    this.#state = 'gone'
    for (const each of [message, ...this.#again.splice(0)]) this.#giveUp(each)
    this.#say(`the receiver answered 410 and gets no more events; ${events(lost)} dropped`)
  }

  /** One that had arrived before it was sent again stays delivered. */
  #giveUp(message: Message): void {
    if (!message.became) this.#dropped += message.delivery.events
    message.delivery.state = message.became ??= 'dropped'
  }

  #drop(count: number): void {
    if (this.#unsaid === 0) this.#say('more events wait than the queue can hold; the oldest are dropped')
    this.#unsaid += count
    this.#dropped += count
  }

  async #post(id: string, body: string): Promise<Attempt> {
    const { secret } = this.#settings
    const signed = secret === undefined ? {} : await signedHeaders(secret, id, body)
    return this.#send('POST', { 'content-type': 'application/json', ...signed }, body)
  }

  /** @param read Reads the reply of a request that succeeded. */
  async #send(
    method: 'GET' | 'POST',
    given: Readonly<Record<string, string>>,
    body: string | undefined,
    read?: (text: string) => void,
  ): Promise<Attempt> {
    const { url, header, timeout = 5000 } = this.#settings
    const at = new Date().toISOString()
    const stop = new AbortController()
    this.#breakOff = () => stop.abort()
    const timer = setTimeout(() => stop.abort(new Error(`no answer within ${timeout} ms`)), timeout)
    try {
      const headers = header ? { ...given, [header.name]: header.value } : given
      const response = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal: stop.signal,
        ...(body === undefined ? {} : { body }),
      })
      if (read && response.ok) read(await beginOf(response))
      else await response.body?.cancel()
      return { at, status: response.status }
    } catch (error) {
      return { at, error: reasonOf(error) }
    } finally {
      clearTimeout(timer)
    }
  }

  /** Waits, unless it is stopped; a process that has nothing else to do may end meanwhile. */
  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      ;(timer as { unref?: () => void }).unref?.()
      this.#breakOff = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #say(text: string): void {
    this.#org.onTrouble(`webhook ${withoutUrlSecrets(this.#settings.url)}: ${text}`)
  }
}

function events(count: number): string {
  return `${count} ${count === 1 ? 'event' : 'events'}`
}

/** Node wraps connection errors: the code says more than "fetch failed". */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  const { code } = (cause ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' ? code : message
}
