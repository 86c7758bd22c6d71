import { drawConsole } from './mount.tsx'
import { serverBackend } from './server-backend.ts'

/** The control token, where the server asks for one: typed once, kept for the tab. */
const tokenKey = 'identikit-control-token'

/** The page at `/_console` of a server, and of each organisation below its own path. */
const base = location.pathname.replace(/\/_console\/?.*$/, '')

async function start(): Promise<void> {
  const asked = await fetch(`${base}/_control/describe`, { method: 'POST', headers: headers() })
  const { error } = asked.ok ? { error: '' } : ((await asked.json()) as { error: string })
  if (error === 'control-closed') {
    document.body.append(
      'The control plane of this server is closed; start it with --control-token to use the console.',
    )
    return
  }
  if (error === 'control-token-required') {
    // oxlint-disable-next-line no-alert -- one question, before there is a page
    const typed = prompt('Control token of this server')
    if (typed === null) return
    sessionStorage.setItem(tokenKey, typed)
  }
  drawConsole(document.querySelector('#console')!, serverBackend(base, kept()), true)
}

function kept(): string | undefined {
  return sessionStorage.getItem(tokenKey) ?? undefined
}

function headers(): Record<string, string> {
  const token = kept()
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

void start()
