import { drawConsole } from './mount.tsx'
import { serverBackend } from './server-backend.ts'

/** The control token, where the server asks for one: typed once, kept for the tab. */
const tokenKey = 'identikit-control-token'

/** The page at `/_console` of a server, and of each organisation below its own path. */
const base = location.pathname.replace(/\/_console\/?.*$/, '')

async function start(): Promise<void> {
  for (
    let asked = 'Control token of this server';
    ;
    asked = 'This is not the token; control token of this server'
  ) {
    const problem = await problemOfControl()
    if (problem === undefined) break
    if (problem !== 'control-token-required') {
      sessionStorage.removeItem(tokenKey)
      document.body.append(
        problem === 'control-closed'
          ? 'The control plane of this server is closed; start it with --control-token to use the console.'
          : `The console cannot reach the server: ${problem}. Reload this page to try again.`,
      )
      return
    }
    // oxlint-disable-next-line no-alert -- one question, before there is a page
    const typed = prompt(asked)
    if (typed === null) {
      document.body.append('The console needs the control token of this server. Reload this page to type it.')
      return
    }
    sessionStorage.setItem(tokenKey, typed)
  }
  drawConsole(document.querySelector('#console')!, serverBackend(base, kept()), true)
}

/** Why the control plane does not answer this page: a code of its own, or what went wrong on the way. */
async function problemOfControl(): Promise<string | undefined> {
  try {
    const reply = await fetch(`${base}/_control/describe`, { method: 'POST', headers: headers() })
    if (reply.ok) return undefined
    const { error } = (await reply.json()) as { readonly error?: string }
    return error ?? `status ${reply.status}`
  } catch (error) {
    return (error as Error).message
  }
}

function kept(): string | undefined {
  return sessionStorage.getItem(tokenKey) ?? undefined
}

function headers(): Record<string, string> {
  const token = kept()
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

void start()
