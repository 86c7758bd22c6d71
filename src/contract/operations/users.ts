import { listOf, operationsOf } from '../operation.ts'
import {
  asSent,
  flag,
  oneOf,
  paging,
  parameters,
  searchRefusals,
  someOf,
  sorting,
  sortingIgnoredWithout,
  text,
  yes,
} from '../parameters.ts'
import { Group } from '../resources/group.ts'
import {
  AppLink,
  CreateUserInput,
  ReplaceUserInput,
  UpdateCurrentUserInput,
  UpdateUserInput,
  User,
} from '../resources/user.ts'

const { get, post, put } = operationsOf('Users, Create, read, list, update')

/** The `svc-response` parameter of `Content-Type` (Users); its name is in the vocabulary. */
const responseHeaders = parameters(() => ({ 'content-type': asSent }))

export const users = {
  createUser: post('/api/v1/users', 'Create a user', {
    query: parameters(() => ({
      activate: flag(true),
      provider: flag(false),
      nextLogin: oneOf('changePassword'),
    })),
    body: CreateUserInput,
    responses: { 200: User },
    refusals: [
      'group-targets-exceeded',
      'next-login-without-password',
      'next-login-without-activation',
      'not-found',
      'group-not-modifiable',
    ],
  }),
  listUsers: get('/api/v1/users', 'List, search or filter users', {
    query: parameters(() => ({ ...paging, ...sorting, q: text, filter: text, search: text })),
    ignoredWithout: sortingIgnoredWithout,
    headers: responseHeaders,
    responses: { 200: listOf(User) },
    refusals: searchRefusals,
    page: { default: 200, max: 200, with: { q: { default: 10 } } },
  }),
  getUser: get('/api/v1/users/{userId}', 'Get a user by id, login, short name, or me', {
    query: parameters(() => ({ expand: someOf('block') })),
    headers: responseHeaders,
    responses: { 200: User },
    auth: 'token-or-session',
  }),
  replaceUser: put('/api/v1/users/{userId}', 'Replace a user', {
    query: parameters(() => ({ strict: yes })),
    body: ReplaceUserInput,
    responses: { 200: User },
    refusals: ['update-credentials-failed', 'transition-in-progress'],
  }),
  updateUser: post('/api/v1/users/{userId}', 'Update some of a user', {
    query: parameters(() => ({ strict: yes })),
    body: UpdateUserInput,
    responses: { 200: User },
    refusals: [
      'immutable-attribute',
      'read-only-attribute',
      'update-credentials-failed',
      'transition-in-progress',
    ],
  }),
  updateCurrentUser: post('/api/v1/users/me', "Update some of the current user's profile", {
    body: UpdateCurrentUserInput,
    responses: { 200: User },
    refusals: ['read-only-attribute', 'transition-in-progress'],
    auth: 'token-or-session',
  }),
  listUserAppLinks: get('/api/v1/users/{userId}/appLinks', "List the links to a user's applications", {
    responses: { 200: listOf(AppLink) },
    auth: 'token-or-session',
  }),
  listUserGroups: get('/api/v1/users/{userId}/groups', "List a user's groups", {
    responses: { 200: listOf(Group) },
    auth: 'token-or-session',
  }),
}
