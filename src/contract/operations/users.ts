import { z } from 'zod'
import { once } from '../once.ts'
import { defineOperation } from '../operation.ts'
import { flag, oneOf, paging, someOf, sorting, sortingIgnoredWithout, text, yes } from '../parameters.ts'
import { Group } from '../resources/group.ts'
import {
  AppLink,
  CreateUserInput,
  ReplaceUserInput,
  UpdateCurrentUserInput,
  UpdateUserInput,
  User,
} from '../resources/user.ts'

const source = 'Users, Create, read, list, update'

/** The `svc-response` parameter of `Content-Type` (Users); its name is in the vocabulary. */
const responseHeaders = once(() => z.object({ 'content-type': z.string().optional() }))

export const users = {
  createUser: defineOperation({
    method: 'POST',
    path: '/api/v1/users',
    summary: 'Create a user',
    source,
    get query() {
      return z.object({
        activate: flag(true),
        provider: flag(false),
        nextLogin: oneOf('changePassword'),
      })
    },
    get body() {
      return CreateUserInput()
    },
    get responses() {
      return { 200: User() }
    },
    refusals: [
      'validation',
      'group-targets-exceeded',
      'next-login-without-password',
      'next-login-without-activation',
      'not-found',
      'group-not-modifiable',
      'query-type-mismatch',
    ],
  }),
  listUsers: defineOperation({
    method: 'GET',
    path: '/api/v1/users',
    summary: 'List, search or filter users',
    source,
    get query() {
      return z.object({ ...paging(), ...sorting(), q: text(), filter: text(), search: text() })
    },
    ignoredWithout: sortingIgnoredWithout,
    get headers() {
      return responseHeaders()
    },
    get responses() {
      return { 200: z.array(User()) }
    },
    refusals: [
      'invalid-search',
      'invalid-filter',
      'unsupported-filter',
      'search-and-filter',
      'invalid-date',
      'invalid-cursor',
      'invalid-limit',
      'invalid-paging',
      'query-type-mismatch',
    ],
    page: { default: 200, max: 200 },
  }),
  getUser: defineOperation({
    method: 'GET',
    path: '/api/v1/users/{userId}',
    summary: 'Get a user by id, login, short name, or me',
    source,
    get query() {
      return z.object({ expand: someOf('block') })
    },
    get headers() {
      return responseHeaders()
    },
    get responses() {
      return { 200: User() }
    },
    refusals: ['not-found'],
    auth: 'token-or-session',
  }),
  replaceUser: defineOperation({
    method: 'PUT',
    path: '/api/v1/users/{userId}',
    summary: 'Replace a user',
    source,
    get query() {
      return z.object({ strict: yes() })
    },
    get body() {
      return ReplaceUserInput()
    },
    get responses() {
      return { 200: User() }
    },
    refusals: ['not-found', 'validation', 'update-credentials-failed', 'transition-in-progress'],
  }),
  updateUser: defineOperation({
    method: 'POST',
    path: '/api/v1/users/{userId}',
    summary: 'Update some of a user',
    source,
    get query() {
      return z.object({ strict: yes() })
    },
    get body() {
      return UpdateUserInput()
    },
    get responses() {
      return { 200: User() }
    },
    refusals: [
      'not-found',
      'validation',
      'immutable-attribute',
      'read-only-attribute',
      'update-credentials-failed',
      'transition-in-progress',
    ],
  }),
  updateCurrentUser: defineOperation({
    method: 'POST',
    path: '/api/v1/users/me',
    summary: "Update some of the current user's profile",
    source,
    get body() {
      return UpdateCurrentUserInput()
    },
    get responses() {
      return { 200: User() }
    },
    refusals: ['validation', 'read-only-attribute', 'transition-in-progress'],
    auth: 'token-or-session',
  }),
  listUserAppLinks: defineOperation({
    method: 'GET',
    path: '/api/v1/users/{userId}/appLinks',
    summary: "List the links to a user's applications",
    source,
    get responses() {
      return { 200: z.array(AppLink()) }
    },
    refusals: ['not-found'],
    auth: 'token-or-session',
  }),
  listUserGroups: defineOperation({
    method: 'GET',
    path: '/api/v1/users/{userId}/groups',
    summary: "List a user's groups",
    source,
    get responses() {
      return { 200: z.array(Group()) }
    },
    refusals: ['not-found'],
    auth: 'token-or-session',
  }),
}
