import { createActions } from '../../../src/control/index.ts'
import { Dispatcher } from '../../../src/handlers/dispatcher.ts'
import type { Org } from '../../../src/model/org.ts'
import type { Stage } from './steps.ts'

/** An organisation that is called without a server. */
export function stageOf(org: Org): Stage {
  const dispatcher = new Dispatcher(org)
  dispatcher.onError = (error) => {
    throw error
  }
  return {
    org,
    control: createActions(org),
    async call(method, url, body, more = {}) {
      const [path = '', query = ''] = url.split('?')
      const headers: Record<string, string> = {
        authorization: `SSWS ${org.apiToken}`,
        'content-type': 'application/json',
        ...more,
      }
      const reply = await dispatcher.dispatch({
        method,
        path,
        query,
        header: (name) => headers[name],
        body: body === undefined ? '' : JSON.stringify(body),
      })
      const json: unknown = reply.body === '' ? undefined : JSON.parse(reply.body)
      return { status: reply.status, headers: reply.headers, text: reply.body, json }
    },
  }
}
