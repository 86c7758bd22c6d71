import type { JSX } from 'preact'
import { Field, Form, Go } from './controls.tsx'
import { addressOf } from './exchange-formats.ts'
import type { Exchange } from '../exchange/journal.ts'
import { Failed, Section } from './parts.tsx'
import { useLoaded, useParameter, useReach } from './reach.ts'

/** The differences between two requests of the journal. */
export function Compare({ exchange }: { readonly exchange: Exchange }): JSX.Element {
  const { backend } = useReach()
  const [other, setOther] = useParameter('with')
  const loaded = useLoaded(
    async () => (other === '' ? undefined : backend.control('readExchange', { number: Number(other) })),
    [other],
  )
  const beside = other === '' ? undefined : loaded.value
  const rows = beside && differences(partsOf(exchange), partsOf(beside))
  return (
    <Section id="compare" title="Compare">
      <Form
        label="Compare with another request"
        submit="Compare"
        run={async ({ with: number = '' }) => setOther(number)}
      >
        <Field
          key={other}
          name="with"
          label="With request number"
          type="number"
          min={1}
          defaultValue={other}
          required
        />
      </Form>
      <Failed loaded={loaded} />
      {rows?.length === 0 && <p role="status">Nothing differs.</p>}
      {rows !== undefined && rows.length > 0 && (
        <table aria-label={`What differs from request ${other}`}>
          <thead>
            <tr>
              <th scope="col">Part</th>
              <th scope="col">This request</th>
              <th scope="col">
                <Go to={`journal/${other}`}>Request {other}</Go>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([part, mine, its]) => (
              <tr key={part}>
                <td>{part}</td>
                <td>
                  <code>{mine ?? 'none'}</code>
                </td>
                <td>
                  <code>{its ?? 'none'}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

/** The parts of an exchange to compare, by their names for people. */
function partsOf(exchange: Exchange): ReadonlyMap<string, string> {
  const { method, status, refusal, fault, caller, duration, request, response } = exchange
  const parts = new Map<string, string>()
  const add = (name: string, value: unknown): void => {
    if (value !== null && typeof value === 'object')
      for (const [key, each] of Object.entries(value)) add(`${name}.${key}`, each)
    else if (value !== undefined) parts.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  add('request', `${method} ${addressOf(exchange)}`)
  add('caller', caller)
  add('status', status)
  add('refusal', refusal)
  add('fault', fault)
  add('took, ms', duration)
  add('request header', request.headers)
  add('request body', request.body)
  add('reply header', response.headers)
  add('reply body', response.body)
  return parts
}

type Difference = readonly [part: string, mine: string | undefined, its: string | undefined]

function differences(
  mine: ReadonlyMap<string, string>,
  its: ReadonlyMap<string, string>,
): readonly Difference[] {
  return [...new Set([...mine.keys(), ...its.keys()])]
    .map((part): Difference => [part, mine.get(part), its.get(part)])
    .filter(([, one, other]) => one !== other)
}
