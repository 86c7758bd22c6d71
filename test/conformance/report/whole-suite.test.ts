/** One whole run on the mock: it shows every requirement that can be graded, and its reports hold no secret. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { encodedForms } from '../../../conformance/engine/wire/redaction.ts'
import type { ConformanceResult } from '../../../conformance/index.ts'
import { terminalSummary } from '../../../conformance/report/terminal.ts'
import { reportForms } from '../../../conformance/report/words.ts'
import { reportFiles } from '../../../conformance/report/write-reports.ts'
import { conformSeen, notShown } from '../../support/conform-faces.ts'

/** Where the API description has secrets, in what is sent and in what is answered. */
const secretNames = new Set([
  'client_secret',
  'oldPassword',
  'newPassword',
  'tempPassword',
  'password',
  'answer',
  'token',
  'activationToken',
])

/** Everything secret that went over the wire, gathered by the names of the API description. */
class Secrets {
  readonly kinds = new Map<string, string>()

  header(name: string, value: string | null): void {
    if (value === null) return
    if (name === 'authorization') this.#add(name, value.replace(/^\S+\s+/, ''))
    else for (const [, each = ''] of value.matchAll(/^[^=;]+=([^;]*)/g)) this.#add(name, each)
  }

  body(text: string): void {
    if (!/^\s*[[{]/.test(text)) return
    try {
      this.#json(JSON.parse(text) as unknown)
    } catch {
      // A body that is not JSON was sent to cause an error.
    }
  }

  #json(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    for (const [name, each] of Object.entries(value)) {
      if (!secretNames.has(name)) this.#json(each)
      else if (typeof each === 'string') this.#add(name, each)
      else if (typeof each === 'object' && each !== null) {
        const { value: plain, hash } = each as { value?: unknown; hash?: { value?: unknown } }
        if (typeof plain === 'string') this.#add(name, plain)
        if (typeof hash?.value === 'string') this.#add('hash', hash.value)
      }
    }
  }

  #add(kind: string, value: string): void {
    if (value.length >= 6) this.kinds.set(value, kind)
  }

  /** The secrets that stand in a text in any spelling; one pass, for the texts are long. */
  in(text: string): string[] {
    const byStart = new Map<string, string[]>()
    for (const [secret, kind] of this.kinds) {
      for (const form of encodedForms(secret)) {
        const start = form.slice(0, 6)
        byStart.set(start, [...(byStart.get(start) ?? []), `${form} ${kind}`])
      }
    }
    const found = new Set<string>()
    for (let at = 0; at + 6 <= text.length; at++) {
      for (const each of byStart.get(text.slice(at, at + 6)) ?? []) {
        const form = each.slice(0, each.lastIndexOf(' '))
        if (text.startsWith(form, at)) found.add(`${each} in …${text.slice(Math.max(0, at - 60), at + 60)}…`)
      }
    }
    return [...found]
  }
}

test('the mock conforms, and no artefact of the run holds a secret', { timeout: 600_000 }, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'identikit-ledger-'))
  const secrets = new Secrets()
  const said: string[] = []
  // A run removes its ledger: this is another name of the file.
  const kept = `${folder}-kept`
  let ledger = ''
  let result: ConformanceResult
  try {
    result = await conformSeen(
      async (request, answer) => {
        for (const name of ['authorization', 'cookie']) secrets.header(name, request.headers.get(name))
        secrets.body(await request.clone().text())
        const reply = await answer()
        for (const cookie of reply.headers.getSetCookie()) secrets.header('set-cookie', cookie)
        secrets.body(await reply.clone().text())
        return reply
      },
      {
        seed: 1,
        ledger: folder,
        keepAllEvidence: true,
        onProgress(progress) {
          said.push(JSON.stringify(progress))
          const [file] = fs.readdirSync(folder)
          if (file !== undefined && !fs.existsSync(kept)) fs.linkSync(path.join(folder, file), kept)
        },
      },
    )
    ledger = fs.readFileSync(kept, 'utf8')
  } finally {
    for (const each of [folder, kept]) fs.rmSync(each, { recursive: true, force: true })
  }
  expect(notShown(result)).toEqual([])
  expect(result.counts.pass).toBeGreaterThan(1000)
  expect(result.run.orphans).toEqual([])
  expect(result.sentence).toBe('Conforms')
  const artefacts: Record<string, string> = {
    ...Object.assign({}, ...reportForms.map((form) => reportFiles(result, form))),
    ledger,
    progress: said.join('\n'),
    terminal: terminalSummary(result, { colour: false, columns: 80 }),
  }
  expect(Object.keys(artefacts)).toEqual(
    expect.arrayContaining(['report.html', 'report.json', 'junit.xml', 'ctrf.json', 'summary.md', 'ledger']),
  )
  const kinds = new Set(secrets.kinds.values())
  for (const kind of [
    'authorization',
    'cookie',
    'client_secret',
    'password',
    'tempPassword',
    'activationToken',
  ])
    expect(kinds).toContain(kind)
  expect(secrets.kinds.size).toBeGreaterThan(100)
  expect(ledger.includes('"intent"')).toBe(true)
  // The evidence exists, and the search can find a secret.
  expect(artefacts['report.json']).toMatch(/«token#\d+».*«password#\d+»/s)
  const [secret = ''] = secrets.kinds.keys()
  for (const seen of [secret, encodeURIComponent(secret), Buffer.from(`id:${secret}`).toString('base64')])
    expect(secrets.in(`{"seen":"${seen}"}`)).not.toEqual([])
  const leaks = Object.entries(artefacts).flatMap(([name, text]) =>
    secrets.in(text).map((found) => `${name}: ${found}`),
  )
  expect(leaks.slice(0, 30)).toEqual([])
})
