import type { Sender } from '../../engine/wire/http-sender.ts'
import type { RecordKind } from '../../engine/clean-up/ledger.ts'
import type { Found } from '../../engine/clean-up/remove-records.ts'

const kinds: Readonly<Record<string, RecordKind>> = {
  '/api/v1/users': 'user',
  '/api/v1/groups': 'group',
  '/api/v1/groups/rules': 'rule',
  '/oauth2/v1/clients': 'client',
}

/** A sender that notes the ids that the server itself created. An alteration may show the run other ids or none. */
export function trackedSender(
  sender: Sender,
  baseUrl: string,
): { readonly sender: Sender; readonly created: readonly Found[] } {
  const created: Found[] = []
  const base = new URL(baseUrl).pathname.replace(/\/$/, '')
  return {
    created,
    sender: {
      async send(request, signal) {
        const reply = await sender.send(request, signal)
        const kind = request.method === 'POST' ? kinds[request.url.pathname.slice(base.length)] : undefined
        if (kind !== undefined && reply.status < 300) {
          const id = idIn(reply.text)
          if (id !== undefined) created.push({ kind, name: '', id })
        }
        return reply
      },
      close: () => sender.close(),
    },
  }
}

function idIn(text: string): string | undefined {
  try {
    const { id, client_id: clientId } = JSON.parse(text) as { id?: unknown; client_id?: unknown }
    const own = clientId ?? id
    return typeof own === 'string' ? own : undefined
  } catch {
    return undefined
  }
}
