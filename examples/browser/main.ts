import { setupWorker } from 'identikit/browser'
import { createClient, ServiceError } from 'identikit/client'

/**
 * A page that lists, creates and suspends people, against an organisation inside the page: its service worker
 * answers what the page asks of the service. In a real application the worker is started in development only.
 */
const worker = setupWorker({ baseUrl: location.origin, apiToken: 'token' })
await worker.start({ onUnhandledFrame: 'bypass', quiet: true })

const client = createClient({ baseUrl: location.origin, token: 'token' })
const form = document.querySelector('form')!
const list = document.querySelector('ul')!
const alert = document.querySelector<HTMLElement>('[role=alert]')!

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void attempt(create)
})
list.addEventListener('click', ({ target }) => {
  const userId = (target as HTMLElement).dataset['suspend']
  if (userId !== undefined) void attempt(() => client.suspendUser({ params: { userId } }))
})
await show()
// For whoever looks on, in the console or from a test.
Object.assign(globalThis, { worker })
document.documentElement.dataset['ready'] = ''

async function create(): Promise<void> {
  const { login = '', firstName = '', lastName = '', password = '' } = textsOf(form)
  await client.createUser({
    body: {
      profile: { login, email: login, firstName, lastName },
      credentials: { password: { value: password } },
    },
  })
  form.reset()
}

function textsOf(of: HTMLFormElement): Readonly<Record<string, string>> {
  const entries = [...new FormData(of)]
  return Object.fromEntries(entries.map(([name, value]) => [name, typeof value === 'string' ? value : '']))
}

/** Does it, and shows what came of it: the list as it is now, or why it was refused. */
async function attempt(act: () => Promise<unknown>): Promise<void> {
  alert.hidden = true
  try {
    await act()
    await show()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    alert.textContent = error.message
    alert.hidden = false
  }
}

async function show(): Promise<void> {
  const items: HTMLElement[] = []
  let isSettled = true
  for await (const { id, status, profile, transitioningToStatus } of client.each('listUsers')) {
    isSettled &&= !transitioningToStatus
    const item = document.createElement('li')
    item.textContent = `${profile.login}: ${status} `
    if (status === 'ACTIVE') item.append(suspendButton(id))
    items.push(item)
  }
  list.replaceChildren(...items)
  // An activation may take a moment.
  if (!isSettled) setTimeout(() => void attempt(async () => {}), 500)
}

function suspendButton(id: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.textContent = 'Suspend'
  button.dataset['suspend'] = id
  return button
}
