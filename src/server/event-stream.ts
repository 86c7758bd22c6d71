import { isPattern, OrgEvents, type OrgEvent, patternProblem } from '../control/events/event-log.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { Org } from '../model/org.ts'
import { failure } from './control-reply.ts'
import type { PartedReply } from './wire.ts'

/** How often the stream sends a comment, in milliseconds: without traffic, a proxy may close the connection. */
const heartbeat = 15_000

/** How many events may wait for a client that does not read, before its stream ends. */
const waitingMax = 10_000

/**
 * Sends the events of an organisation as server-sent events: `GET /_control/events?type=user.*`. Each has its id, its
 * type as the event name, and the event as JSON. After a break it continues after `Last-Event-ID`. With `requests` in
 * the query, it also reports each answered request by its number. It ends with the organisation.
 */
export function eventStream(org: Org, request: WireRequest): WireReply & PartedReply {
  const query = new URLSearchParams(request.query)
  const type = query.get('type') ?? '*'
  const after = request.header('last-event-id') ?? query.get('after') ?? undefined
  const events = new OrgEvents(org.traffic.recorder)
  if (!isPattern(type)) return failure(400, 'bad-input', `type: ${patternProblem(type)}`)
  let close = (): void => {}
  return {
    status: 200,
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
    body: '',
    parts: new ReadableStream<string>({
      start(controller) {
        const write = (text: string): void => {
          controller.enqueue(text)
          if (controller.desiredSize! < -waitingMax) end()
        }
        const end = (): void => {
          close()
          controller.close()
        }
        write(': the events of the organisation\n\n')
        const stop = events.on(type as '*', (event) => write(rendered(event)))
        const stopRequests = query.has('requests')
          ? org.traffic.entries.onEntry(({ number }) => write(renderedRequest(number)))
          : () => {}
        const timer = setInterval(() => write(':\n\n'), heartbeat)
        const stopWaiting = org.onEnd(() => {
          write(': the organisation is gone\n\n')
          end()
        })
        close = () => {
          stop()
          stopRequests()
          stopWaiting()
          clearInterval(timer)
        }
        if (after !== undefined) for (const event of events.list({ type, after })) write(rendered(event))
      },
      cancel: () => close(),
    }),
  }
}

/** Without an id: a stream continues after an event. */
function renderedRequest(number: number): string {
  return `event: request.answered\ndata: ${JSON.stringify({ type: 'request.answered', number })}\n\n`
}

function rendered(event: OrgEvent): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}
