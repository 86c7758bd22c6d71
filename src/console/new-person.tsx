import type { JSX } from 'preact'
import { wellOrThrow } from './backend.ts'
import { Field, Form } from './controls.tsx'
import { GroupField, groupIdOf } from './group-field.tsx'
import { useReach } from './reach.ts'

/** Creates a user by the API, with a password and in a group if these are given. */
export function NewPerson(): JSX.Element {
  const { backend, go, say } = useReach()
  return (
    <details>
      <summary>New person</summary>
      <Form
        label="New person"
        submit="Create"
        run={async ({ login, email = login, firstName, lastName, password, group, activate }) => {
          const groupIds = group === undefined ? [] : [await groupIdOf(backend, group)]
          const answer = await backend.call('POST', `/api/v1/users?activate=${activate !== undefined}`, {
            profile: { login, email, firstName, lastName },
            ...(password === undefined ? {} : { credentials: { password: { value: password } } }),
            groupIds,
          })
          const { id } = wellOrThrow(answer).body
          go(`people/${id}`)
          say(`${login} is created`)
        }}
      >
        <div class="bar">
          <Field name="login" label="Login" type="email" placeholder="jo@example.com" required />
          <Field name="firstName" label="First name" required />
          <Field name="lastName" label="Last name" required />
          <Field name="email" label="E-mail" placeholder="as the login" />
          <Field name="password" label="Password" names="value" placeholder="none" />
          <GroupField label="Group" isOptional />
          <label class="check">
            <input type="checkbox" name="activate" defaultChecked /> activate
          </label>
        </div>
      </Form>
    </details>
  )
}
