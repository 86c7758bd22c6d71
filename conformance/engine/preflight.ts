import type { Sender } from './http-sender.ts'
import type { RawReply } from './reply.ts'
import { lacksRights } from './rights.ts'
import type { SuiteSetup } from './suite-setup.ts'
import { reasonOf } from './transport.ts'

const lists = ['/api/v1/users', '/api/v1/groups', '/oauth2/v1/clients'] as const

/** Finds out, before anything is written, whether the service is there and takes the token. */
export async function preflight(
  setup: Pick<SuiteSetup, 'baseUrl' | 'token' | 'headers' | 'requestTimeout'>,
  sender: Sender,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ list: string[]; stop?: string }> {
  const ask = async (where: string): Promise<RawReply> => {
    const headers: Record<string, string> = { Accept: 'application/json', ...setup.headers }
    if (setup.token !== undefined) headers['Authorization'] = `SSWS ${setup.token}`
    const url = new URL(`${setup.baseUrl}${where}?limit=1`)
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(setup.requestTimeout)])
    return sender.send({ method: 'GET', url, headers, body: undefined }, timeout)
  }
  const stopped = (stop: string): { list: string[]; stop: string } => ({ list: [stop], stop })
  try {
    const replies = [await ask(lists[0]), await ask(lists[1])]
    if (replies.every(({ status }) => lacksRights(status))) {
      const status = replies[0]?.status
      return stopped(
        setup.token === undefined
          ? `the target refuses calls without a token (${status}): give it one (--token env:NAME)`
          : `the target refuses the token (${status})`,
      )
    }
    if (replies.every(isElsewhere)) replies.push(await ask(lists[2]))
    if (replies.every(isElsewhere)) {
      const answers = replies.map((reply, at) => `GET ${lists[at]} with ${answerOf(reply)}`)
      return stopped(
        `the service is not at ${setup.baseUrl}, which answers ${answers.join(', ')}: is the base URL right?`,
      )
    }
    return {
      list: setup.token === undefined ? ['there is no token: most clauses need one (--token env:NAME)'] : [],
    }
  } catch (error) {
    if (signal.aborted) return { list: [] }
    return stopped(`the target ${setup.baseUrl} gives no answer: ${reasonOf(error)}`)
  }
}

/** Whether an answer comes from something that has no such list: no route, a redirect, or a page. */
function isElsewhere({ status, text }: RawReply): boolean {
  if (status >= 200 && status < 300) return !isJson(text)
  return (status >= 300 && status < 400) || [404, 405, 410, 501].includes(status)
}

function answerOf({ status, headers, text }: RawReply): string {
  if (headers['location'] !== undefined) return `${status} to ${headers['location'].split('?')[0]}`
  return status < 300 && text !== '' ? `${status}, and no JSON` : String(status)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
