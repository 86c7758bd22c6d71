import { expect, test } from 'vitest'
import { problemsOf } from '../../src/console/problems.ts'

interface Field {
  readonly name: string
  readonly value?: string
  readonly type?: string
  readonly names?: string
}

const form = (...fields: Field[]): HTMLFormElement =>
  ({
    elements: fields.map(({ name, value = '', type = 'text', names }) => ({
      name,
      value,
      type,
      dataset: names === undefined ? {} : { names },
    })),
  }) as unknown as HTMLFormElement

const problems = (said: string | readonly string[], ...fields: Field[]) =>
  Object.fromEntries(problemsOf(form(...fields), typeof said === 'string' ? said : { mistakes: said }))

const person = [{ name: 'login', value: 'ada' }, { name: 'email' }, { name: 'firstName' }]

test('a field is found by its whole name before one whose name its own begins with', () => {
  expect(problems('login: too short', { name: 'log' }, { name: 'login' })).toEqual({
    login: 'login: too short',
  })
})

test.each([
  // By its path, whatever stands before the name of the field.
  ['login: too short', { login: 'login: too short' }],
  ['input.email: missing', { email: 'input.email: missing' }],
  ['profile.firstName: too long', { firstName: 'profile.firstName: too long' }],
  ['input: expected an object', { '': 'input: expected an object' }],
  // By its name in the text.
  ['the field (email) is not an address', { email: 'the field (email) is not an address' }],
  // A name in the middle of a line is no path: the first field of the text is meant.
  ['of login, and email: odd', { login: 'of login, and email: odd' }],
  // By what was typed.
  ["found 'ada' twice", { login: "found 'ada' twice" }],
  // By nothing: no field.
  ['nothing of this', { '': 'nothing of this' }],
  // Each mistake that an error lists.
  [['login: a\n  more of it', 'email: b'], { login: 'login: a\n  more of it', email: 'email: b' }],
  [['login: a', 'login: b'], { login: 'login: a\nlogin: b' }],
  [['odd', 'odder'], { '': 'odd\nodder' }],
])('lays %j to its field', (said, expected) => {
  expect(problems(said, ...person)).toEqual(expected)
})

test('a field can match several names, or every name that begins with its own', () => {
  const fields = [{ name: 'uris', names: 'redirect_uris post_logout_redirect_uris' }, { name: 'grant' }]
  expect(problems('post_logout_redirect_uris: not an address', ...fields)).toEqual({
    uris: 'post_logout_redirect_uris: not an address',
  })
  expect(problems('redirect: not an address', ...fields)).toEqual({ '': 'redirect: not an address' })
  expect(problems('grant_types.0: unknown', ...fields)).toEqual({ grant: 'grant_types.0: unknown' })
})

test('a field is found by what was typed, where that is long enough to be no accident', () => {
  const fields = [
    { name: 'rule', value: 'user.x == 1' },
    { name: 'word', value: 'four' },
  ]
  expect(problems('cannot read user.x == 1 at 3', ...fields)).toEqual({
    rule: 'cannot read user.x == 1 at 3',
  })
  expect(problems('fourteen is too many', ...fields)).toEqual({ '': 'fourteen is too many' })
  expect(problems('twenty-fours', { name: 'a', value: 'fours' }, { name: 'b' })).toEqual({
    a: 'twenty-fours',
  })
  // The end of a path that stands in the text of a field.
  expect(problems('schema.x: unknown', ...fields)).toEqual({ rule: 'schema.x: unknown' })
})

test('the only field with a text has what no other has; boxes to tick and nameless ones have nothing', () => {
  const fields = [
    { name: 'yaml' },
    { name: 'force', type: 'checkbox', value: 'on' },
    { name: '', value: 'x' },
  ]
  expect(problems('line 3: a tab', ...fields)).toEqual({ yaml: 'line 3: a tab' })
  expect(problems('force: on', ...fields)).toEqual({ yaml: 'force: on' })
  expect(problems('x', { name: 'a' }, { name: 'b' }, { name: '', value: 'x' })).toEqual({ '': 'x' })
  const button = { elements: [{ name: 'ok' }, { value: 'ok' }] } as unknown as HTMLFormElement
  expect([...problemsOf(button, 'ok')]).toEqual([['', 'ok']])
})
