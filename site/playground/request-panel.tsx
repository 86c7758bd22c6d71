import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { type Call, type Explanation, type Reply, type Service, shown } from './service.ts'

interface Props {
  readonly service: Service
  readonly call: Call
  readonly onChange: (call: Call) => void
}

const methods = ['GET', 'POST', 'PUT', 'DELETE']

/** One request to the mock, its reply, and the reason where it was refused. */
export function RequestPanel({ service, call, onChange }: Props): VNode {
  const [reply, setReply] = useState<Reply>()
  const [mistake, setMistake] = useState('')
  const send = async (): Promise<void> => {
    try {
      setReply(await service.call(call))
      setMistake('')
    } catch (error) {
      setReply(undefined)
      setMistake(String(error))
    }
  }
  return (
    <section class="request" aria-label="Request">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <div class="line">
          <label>
            Method
            <select
              value={call.method}
              onChange={({ currentTarget }) => onChange({ ...call, method: currentTarget.value })}
            >
              {methods.map((method) => (
                <option key={method}>{method}</option>
              ))}
            </select>
          </label>
          <label class="path">
            Path
            <input
              value={call.path}
              spellcheck={false}
              onInput={({ currentTarget }) => onChange({ ...call, path: currentTarget.value })}
            />
          </label>
        </div>
        <label>
          Body (JSON)
          <textarea
            rows={4}
            spellcheck={false}
            value={call.body}
            disabled={call.method === 'GET'}
            onInput={({ currentTarget }) => onChange({ ...call, body: currentTarget.value })}
          />
        </label>
        <button type="submit" class="lead">
          Send
        </button>
      </form>
      <div class="reply" role="region" aria-label="Reply" aria-live="polite">
        {mistake !== '' && <p>{mistake}</p>}
        {reply && (
          <>
            <p>
              <strong>{`Status ${reply.status}`}</strong>
            </p>
            {reply.explanation && <Reason {...reply.explanation} />}
            <pre tabIndex={0}>{shown(reply.body) || 'No body.'}</pre>
          </>
        )}
      </div>
    </section>
  )
}

function Reason({ rule, found, accepted, interpretation }: Explanation): VNode {
  const rows = [
    ['Rule', rule],
    ['Found', found.join(', ')],
    ['Accepted', accepted],
    ['Interpretation', interpretation ?? ''],
  ].filter(([, text]) => text !== '')
  return (
    <dl>
      {rows.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
