import { drawConsole } from './page.tsx'
import { pauseAfter } from './reach.ts'
import { serverBackend } from './server-backend.ts'

/** The storage key of the control token, if the server requires one: typed once, kept for the tab. */
const tokenKey = 'identikit-control-token'

/** The page at `/_console` of a server, and of each organisation below its own path. */
const base = location.pathname.replace(/\/_console\/?.*$/, '')

const place = document.querySelector('#console')!
const said = document.createElement('p')
said.setAttribute('role', 'alert')
const button = document.createElement('button')
button.textContent = 'Try again'

async function start(): Promise<void> {
  let asked = 'Control token of this server'
  for (let failures = 1; ; failures += 1) {
    const problem = await problemOfControl()
    if (problem === undefined) break
    if (problem === 'control-token-required') {
      // oxlint-disable-next-line no-alert -- one question, before there is a page
      const typed = prompt(asked)
      asked = 'This is not the token; control token of this server'
      if (typed === null) await shown('The console needs the control token of this server.')
      else sessionStorage.setItem(tokenKey, typed)
    } else {
      await shown(
        problem === 'control-closed'
          ? 'The control plane of this server is closed; start it with --control-token to use the console.'
          : `The console cannot reach the server: ${problem}. It tries again by itself.`,
        pauseAfter(failures),
      )
    }
  }
  place.replaceChildren()
  drawConsole(place, serverBackend(base, kept()))
}

/** Shows why the console cannot start, until somebody presses *Try again* or the pause, in milliseconds, ends. */
function shown(text: string, pause?: number): Promise<void> {
  // A repeated message is not read out again, and the button keeps the focus.
  if (said.textContent !== text) said.textContent = text
  if (!said.isConnected) place.replaceChildren(said, button)
  return new Promise((resolve) => {
    button.addEventListener('click', () => resolve(), { once: true })
    if (pause !== undefined) setTimeout(resolve, pause)
  })
}

/** Why the control plane does not answer this page: its error code, or the network error. */
async function problemOfControl(): Promise<string | undefined> {
  try {
    const reply = await fetch(`${base}/_control/describe`, { method: 'POST', headers: headers() })
    if (reply.ok) return undefined
    const { error } = (await reply.json().catch(() => ({}))) as { readonly error?: string }
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
