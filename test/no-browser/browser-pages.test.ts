import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showServicePage } from '../../src/browser/service-pages.ts'

/** As much of an element as is used. */
class FakeElement extends EventTarget {
  readonly tag: string
  readonly style: Record<string, string> = {}
  readonly attributes: Record<string, string> = {}
  readonly children: FakeElement[] = []
  textContent = ''
  title = ''
  srcdoc = ''
  contentDocument: EventTarget | null = null
  isOpen = false
  isRemoved = false

  constructor(tag: string) {
    super()
    this.tag = tag
  }

  setAttribute(name: string, value: string): void {
    this.attributes[name] = value
  }

  append(...children: FakeElement[]): void {
    this.children.push(...children)
  }

  showModal(): void {
    this.isOpen = true
  }

  close(): void {
    this.isOpen = false
    this.dispatchEvent(new Event('close'))
  }

  remove(): void {
    this.isRemoved = true
  }
}

let body: FakeElement
let assigned: string[]
let opened: string[]

beforeEach(() => {
  body = new FakeElement('body')
  assigned = []
  opened = []
  vi.stubGlobal('document', { body, createElement: (tag: string) => new FakeElement(tag) })
  vi.stubGlobal('location', { assign: (url: string) => assigned.push(url) })
  vi.stubGlobal('window', { open: (url: string) => opened.push(url) })
  vi.stubGlobal(
    'FormData',
    class extends Map<string, string> {
      constructor(form: { fields: [string, string][] }, submitter: { name: string; value: string } | null) {
        super([...form.fields, ...(submitter ? [[submitter.name, submitter.value] as [string, string]] : [])])
      }
    },
  )
})

afterEach(() => vi.unstubAllGlobals())

interface Reply {
  readonly status?: number
  readonly headers?: Record<string, unknown>
  readonly body?: string
}

const baseUrl = 'https://id.test/idp'
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Shows a page of a service that answers so, one reply after the other. */
async function shown(url: string, ...replies: Reply[]) {
  const asked: { kind: string; request: Record<string, unknown> }[] = []
  let isClosed = false
  const closed = showServicePage(url, {
    baseUrl,
    ask: async (question) => {
      asked.push(question as never)
      return { status: 200, headers: {}, body: '', ...replies.shift() }
    },
  })
  void closed.then(() => (isClosed = true))
  await settle()
  const [dialog] = body.children as [FakeElement]
  const [close, frame] = dialog.children as [FakeElement, FakeElement]
  frame.contentDocument = new EventTarget()
  frame.dispatchEvent(new Event('load'))
  const happen = async (type: string, more: object): Promise<Event> => {
    const event = new Event(type, { cancelable: true })
    for (const [name, value] of Object.entries(more)) Object.defineProperty(event, name, { value })
    frame.contentDocument!.dispatchEvent(event)
    await settle()
    return event
  }
  return {
    asked,
    dialog,
    close,
    frame,
    isClosed: () => isClosed,
    click: (href: string | undefined) =>
      happen('click', {
        target: {
          closest: (selector: string) =>
            selector === 'a[href]' && href !== undefined ? { getAttribute: () => href } : null,
        },
      }),
    submit: (
      form: { method: string; action?: string; fields: [string, string][] },
      submitter: { name: string; value: string } | null = null,
    ) =>
      happen('submit', {
        target: { ...form, getAttribute: () => form.action ?? null },
        submitter,
      }),
  }
}

const page = (more: object = {}) => ({
  kind: 'page',
  request: { method: 'GET', path: '/idp/a', query: '', body: '', headers: [['cookie', '']], ...more },
})

test('shows a page of the service in a frame without scripts, until it is closed', async () => {
  const it = await shown(`${baseUrl}/a?b=1&c`, { body: '<p>Hello</p>' })
  expect(it.asked).toEqual([page({ query: 'b=1&c' })])
  const { dialog, frame, close } = it
  expect([dialog.tag, frame.tag, close.tag]).toEqual(['dialog', 'iframe', 'button'])
  expect([dialog.isOpen, frame.srcdoc, frame.title, close.textContent]).toEqual([
    true,
    '<p>Hello</p>',
    'Page of the service',
    'Close',
  ])
  expect(frame.attributes).toEqual({ sandbox: 'allow-same-origin allow-forms' })
  expect(frame.style).toEqual({ display: 'block', width: '100%', height: 'min(36rem, 75vh)', border: '0' })
  expect(dialog.style).toEqual({ width: 'min(32rem, 95vw)', padding: '0.5rem' })
  await settle()
  expect([it.isClosed(), dialog.isRemoved]).toEqual([false, false])
  close.dispatchEvent(new Event('click'))
  await settle()
  expect([it.isClosed(), dialog.isRemoved, dialog.isOpen]).toEqual([true, true, false])
})

test('keeps the cookies that pages set, and sends them along', async () => {
  const it = await shown(
    `${baseUrl}/a`,
    { headers: { 'Set-Cookie': ['a=1; Path=/', 'b=2'], 'X-Other': 'c=3' } },
    { headers: { 'set-cookie': 'a=4=5; HttpOnly' } },
  )
  await it.click('b')
  await it.click('c')
  expect(it.asked.map(({ request }) => request['headers'])).toEqual([
    [['cookie', '']],
    [['cookie', 'a=1; b=2']],
    [['cookie', 'a=4=5; b=2']],
  ])
})

test.each([300, 303, 399])('goes on where a reply of %i leads within the service', async (status) => {
  const it = await shown(
    `${baseUrl}/a`,
    { status, headers: { Location: '/idp/b?x=1', 'Set-Cookie': 'a=1' } },
    { body: 'there' },
  )
  expect(it.asked.slice(1)).toEqual([page({ path: '/idp/b', query: 'x=1', headers: [['cookie', 'a=1']] })])
  expect(it.frame.srcdoc).toBe('there')
})

test.each([
  [299, { Location: '/idp/b' }],
  [400, { Location: '/idp/b' }],
  [303, {}],
])('shows what a reply of %i with %j holds', async (status, headers) => {
  const it = await shown(`${baseUrl}/a`, { status, headers, body: 'here' })
  expect([it.asked.length, it.frame.srcdoc, assigned]).toEqual([1, 'here', []])
})

test('leaves the page for an application to which a reply leads', async () => {
  const it = await shown(`${baseUrl}/a`, {
    status: 302,
    headers: { location: 'https://app.test/done?code=1' },
  })
  expect([assigned, it.isClosed(), it.dialog.isRemoved]).toEqual([
    ['https://app.test/done?code=1'],
    true,
    true,
  ])
  // A path that only begins as that of the service does.
  await shown(`${baseUrl}/a`, { status: 302, headers: { location: '/idpx' } })
  expect(assigned[1]).toBe('https://id.test/idpx')
})

test('follows links within the service, and opens others apart', async () => {
  const it = await shown(`${baseUrl}/deep/a`, {}, { body: 'b' })
  const taken = await it.click('b?c=1')
  expect(taken.defaultPrevented).toBe(true)
  expect(it.asked[1]).toEqual(page({ path: '/idp/deep/b', query: 'c=1' }))
  expect(it.frame.srcdoc).toBe('b')
  await it.click('c')
  expect(it.asked[2]!.request['path']).toBe('/idp/deep/c')
  expect((await it.click('https://elsewhere.test/')).defaultPrevented).toBe(true)
  expect([it.asked.length, opened]).toEqual([3, ['https://elsewhere.test/']])
  // What is clicked is no link.
  expect((await it.click(undefined)).defaultPrevented).toBe(false)
  expect(it.asked).toHaveLength(3)
})

test('sends forms, with the button that was pressed', async () => {
  const it = await shown(`${baseUrl}/a?old=1`)
  const event = await it.submit(
    { method: 'post', action: 'b', fields: [['login', 'ada & co']] },
    { name: 'person', value: '1' },
  )
  expect(event.defaultPrevented).toBe(true)
  const type = ['content-type', 'application/x-www-form-urlencoded']
  expect(it.asked[1]).toEqual(
    page({
      method: 'POST',
      path: '/idp/b',
      body: 'login=ada+%26+co&person=1',
      headers: [['cookie', ''], type],
    }),
  )
  // Without an address of its own a form goes to that of its page.
  await it.submit({ method: 'post', fields: [['x', '1']] })
  expect(it.asked[2]!.request).toMatchObject({ path: '/idp/b', body: 'x=1' })
  await it.submit({ method: 'get', action: '/idp/find', fields: [['q', 'a b']] })
  expect(it.asked[3]).toEqual(page({ path: '/idp/find', query: 'q=a+b' }))
  await it.submit({ method: 'post', fields: [] })
  expect(it.asked[4]!.request).toMatchObject({ method: 'POST', body: '', headers: [['cookie', '']] })
})

test('a frame that holds nothing yet is passed over', async () => {
  const it = await shown(`${baseUrl}/a`)
  it.frame.contentDocument = null
  expect(() => it.frame.dispatchEvent(new Event('load'))).not.toThrow()
})
