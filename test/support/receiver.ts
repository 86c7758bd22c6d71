import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { onTestFinished } from 'vitest'

export const webhookSecret = `whsec_${Buffer.from('a secret of thirty-two bytes....').toString('base64')}`

interface Message {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly events: readonly { uuid: string; eventType: string; transaction: { id: string } }[]
}

/** A receiver that verifies webhooks. It gives the answers in turn (`hang`: no reply), and then 204. */
export async function receiver(...answers: readonly (number | Promise<number> | 'hang')[]) {
  const messages: Message[] = []
  const server = createServer((request, response: ServerResponse) => {
    void text(request).then(async (body) => {
      const { headers } = request
      const { data } = new Webhook(webhookSecret).verify(body, headers as Record<string, string>) as {
        data: { events: Message['events'] }
      }
      const answer = answers[messages.length] ?? 204
      messages.push({ headers, body, events: data.events })
      if (answer !== 'hang') response.writeHead(await answer, { location: '/elsewhere' }).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=hidden`
  return {
    url,
    messages,
    types: () => messages.flatMap(({ events }) => events.map((each) => each.eventType)),
  }
}
