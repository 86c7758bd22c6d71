import type { Org } from '../../model/org.ts'

/** A message in the form of the service. */
export function eventHook(
  { vocabulary, baseUrl }: Org,
  eventId: string,
  eventTime: string,
  data: object,
): object {
  return {
    eventType: `com.${vocabulary.prefix}.event_hook`,
    eventTypeVersion: '1.0',
    cloudEventsVersion: '0.1',
    source: `${baseUrl}/api/v1/eventHooks`,
    eventId,
    data,
    eventTime,
    contentType: 'application/json',
  }
}

/** A receiver could send without end. */
const longestReply = 10_000

/** The beginning of a reply, as text. */
export async function beginOf(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > longestReply) break
  }
  return text
}

/** The challenge that a receiver sends back; undefined where there is none. */
export function verificationIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { readonly verification?: unknown } | null)?.verification
  } catch {
    return undefined
  }
}
