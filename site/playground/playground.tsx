import type { VNode } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Console } from './console.tsx'
import { examples } from './examples.ts'
import { RequestPanel } from './request-panel.tsx'
import { type Call, type Service, shown } from './service.ts'
import { linkTo, type Shared } from './share.ts'

interface Props {
  readonly service: Service
  readonly shared: Shared | undefined
}

const firstCall: Call = { method: 'GET', path: '/api/v1/users?limit=2', body: '' }

/** An editor for code that uses the mock, a request to send, and the console of the mock. */
export function Playground({ service, shared }: Props): VNode {
  const [code, setCode] = useState(shared?.code ?? examples[0]!.code)
  const [call, setCall] = useState(shared?.call ?? firstCall)
  const [output, setOutput] = useState<readonly string[]>([])
  const [isRunning, setRunning] = useState(false)
  const [notice, setNotice] = useState(
    shared ? 'This code comes from a link. Read it before you run it.' : '',
  )
  const [resets, setResets] = useState(0)
  const lines = useRef<string[]>([])

  const print = (line: string): void => {
    lines.current = [...lines.current, line]
    setOutput(lines.current)
  }
  const run = async (): Promise<void> => {
    lines.current = []
    setOutput([])
    setNotice('')
    setRunning(true)
    try {
      await service.run(code, print)
      if (lines.current.length === 0) print('The code ran. It printed nothing.')
    } catch (error) {
      print(error instanceof Error ? `${error.name}: ${error.message}` : shown(error))
    } finally {
      setRunning(false)
    }
  }
  const choose = (index: number): void => {
    setCode(examples[index]!.code)
    setOutput([])
  }
  const reset = (): void => {
    service.org.reset()
    setResets((before) => before + 1)
    setOutput([])
    setNotice('The mock has its demo data again.')
  }
  const share = async (): Promise<void> => {
    const link = linkTo({ code, call })
    history.replaceState(history.state, '', link)
    const isCopied = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    )
    setNotice(isCopied ? 'Copied the link.' : 'The address of this page is the link. Copy it from there.')
  }

  return (
    <div class="playground">
      <section class="code" aria-label="Code">
        <label>
          Example
          <select onChange={({ currentTarget }) => choose(currentTarget.selectedIndex)}>
            {examples.map(({ title }) => (
              <option key={title}>{title}</option>
            ))}
          </select>
        </label>
        <label>
          JavaScript
          <textarea
            spellcheck={false}
            rows={20}
            value={code}
            onInput={({ currentTarget }) => setCode(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void run()
            }}
          />
        </label>
        <p class="hint">
          The code uses <code>client</code>, <code>control</code>, <code>org</code>,{' '}
          <code>call(method, path, body)</code> and <code>print(…)</code>.
        </p>
        <div class="buttons">
          <button type="button" class="lead" disabled={isRunning} onClick={() => void run()}>
            Run
          </button>
          <button type="button" onClick={reset}>
            Reset
          </button>
          <button type="button" onClick={() => void share()}>
            Copy link
          </button>
          <span role="status">{notice}</span>
        </div>
        <pre role="log" aria-label="Output" tabIndex={0}>
          {output.join('\n')}
        </pre>
      </section>
      <RequestPanel service={service} call={call} onChange={setCall} />
      {/* A reset is no event that the console would hear of: it starts again. */}
      <Console key={resets} service={service} />
    </div>
  )
}
