import type { JSX } from 'preact'
import { Go } from './controls.tsx'
import { oneOf, SchemaForm } from './form.tsx'
import { differencesBetween } from '../exchange/between.ts'
import { addressOf } from '../exchange/formats.ts'
import type { Exchange } from '../exchange/journal.ts'
import { Pending } from './parts.tsx'
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
  const rows = beside && differencesBetween(partsOf(exchange), partsOf(beside))
  return (
    <>
      <SchemaForm
        key={other}
        schema={another}
        label="Compare with another request"
        submit="Compare"
        initial={{ with: other }}
        run={async (values) => setOther(String(values['with']))}
      />
      {other !== '' && <Pending loaded={loaded} />}
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
            {rows.map(({ path, there, here }) => (
              <tr key={path.join('.')}>
                <td>{path.join('.')}</td>
                <td>
                  <code>{shown(there)}</code>
                </td>
                <td>
                  <code>{shown(here)}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

const another = oneOf('with', 'With request number', { type: 'integer', minimum: 1 })

/** The parts of an exchange to compare, by their names for people. */
function partsOf(exchange: Exchange): object {
  const { method, status, refusal, fault, caller, duration, request, response } = exchange
  return {
    request: `${method} ${addressOf(exchange)}`,
    caller,
    status,
    refusal,
    fault,
    'took, ms': duration,
    'request header': request.headers,
    'request body': request.body,
    'reply header': response.headers,
    'reply body': response.body,
  }
}

/** A value in a cell of the table. */
function shown(value: unknown): string {
  if (value === undefined) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
