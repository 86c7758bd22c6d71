import type { JSX } from 'preact'
import { type Backend, wellOrThrow } from './backend.ts'
import { Choice, Field } from './controls.tsx'
import { groupIdOf } from './group-field.tsx'
import { useLoaded, useReach } from './reach.ts'
import { Picker } from './picker.tsx'
import { SchemaForm } from './schema-form.tsx'
import type { Schema } from './schema.ts'

/** The profile of organisations that do not tell their schema. */
const leastProfile: Readonly<Record<string, Schema>> = Object.fromEntries(
  ['login', 'email', 'firstName', 'lastName'].map((name) => [name, { type: 'string', required: true }]),
)

/** The properties of profiles. Optional ones can be removed. */
export async function profileSchema(
  backend: Backend,
  href = 'http://here/api/v1/meta/schemas/user/default',
): Promise<Schema> {
  const { status, body } = await backend.call('GET', new URL(href).pathname)
  const { base, custom } = (status === 200 ? body.definitions : {}) as Readonly<
    Record<string, Schema | undefined>
  >
  const properties = { ...(base?.properties ?? leastProfile), ...custom?.properties }
  return {
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        property.required === true ? property : { anyOf: [property, { type: 'null' }] },
      ]),
    ),
  }
}

/** Creates a user by the API, with a password and in a group if these are given. */
export function NewPerson(): JSX.Element {
  const { backend, go, say } = useReach()
  const { value: schema } = useLoaded(() => profileSchema(backend), [])
  if (!schema) return <p class="empty">Loading…</p>
  const { login, firstName, lastName, email, ...rest } = schema.properties!
  // Who leaves the e-mail out gets the login as address.
  const asLogin = { ...email, required: false, description: 'Default: the login' }
  const properties = { login, firstName, lastName, email: asLogin, ...rest } as Readonly<
    Record<string, Schema>
  >
  return (
    <SchemaForm
      schema={{ properties }}
      label="New person"
      submit="Create"
      first={['email']}
      also={
        <>
          <Choice
            name="activate"
            label="Status"
            options={[
              ['true', 'active'],
              ['false', 'staged'],
            ]}
          />
          <Field
            name="password"
            label="Password"
            names="value"
            placeholder="none: an activation mail is sent"
          />
          <Picker name="group" kind="group" names="groupIds" label="Group" />
        </>
      }
      run={async (profile, form) => {
        const text = (name: string): string => new FormData(form).get(name) as string
        const groupIds = text('group') === '' ? [] : [await groupIdOf(backend, text('group'))]
        const password = text('password')
        const answer = await backend.call('POST', `/api/v1/users?activate=${text('activate')}`, {
          profile: { email: profile['login'], ...profile },
          ...(password === '' ? {} : { credentials: { password: { value: password } } }),
          groupIds,
        })
        const { id } = wellOrThrow(answer).body
        go(`people/${id}`)
        say(`${String(profile['login'])} is created`)
      }}
    />
  )
}
