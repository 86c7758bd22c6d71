/** Servers that break clauses of the links of users, and of links in general. */
import type { Json } from '../../engine/wire/reply.ts'
import { factorLink, userLinks } from '../../tables/user-links.ts'
import { drop, edit, editLink, elsewhere, set } from '../alter/answer.ts'
import { on, when, whenSuccess } from '../alter/flow.ts'
import type { Deviant } from './deviant.ts'
import { deviant, deviantOf } from './deviant.ts'

/** Relations that lead to an operation on the user (Users, User links). */
const relations = [...userLinks, factorLink].map(
  ({ slug, relation }) => [`users.links.${slug}`, relation] as const,
)

const operationLinks = relations.flatMap(([clause, relation]): Deviant[] => {
  const href = `_links.${relation}.href`
  return [
    deviant(`${clause}/elsewhere`, {
      summary: `leads ${relation} to another operation`,
      alter: on(
        'getUser',
        edit(href, (old: Json) => String(old).replace(/[^/]+$/, 'elsewhere')),
      ),
    }),
    deviant(`${clause}/somebody-else`, {
      summary: `leads ${relation} to another user`,
      alter: on(
        'getUser',
        edit(href, (old: Json) => String(old).replace(/users\/[^/]+/, 'users/somebodyElse')),
      ),
    }),
    deviant(`${clause}/relative`, {
      summary: `gives ${relation} a path in place of a full URL`,
      alter: on(
        'getUser',
        edit(href, (old: Json) => new URL(String(old)).pathname),
      ),
    }),
    deviant(`${clause}/text`, {
      summary: `gives ${relation} as text in place of an object`,
      alter: on(
        'getUser',
        edit(`_links.${relation}`, (old: Json) => old.href),
      ),
    }),
    deviantOf(clause, 'by-get', {
      summary: `says that ${relation} is called by GET`,
      alter: on(
        'getUser',
        edit(`_links.${relation}`, (old: Json) => ({ ...old, method: 'GET' })),
      ),
    }),
    deviantOf(clause, 'allows-get', {
      summary: `says that ${relation} allows GET alone`,
      alter: on(
        'getUser',
        edit(`_links.${relation}`, ({ href }: Json) => ({ href, hints: { allow: ['GET'] } })),
      ),
    }),
    deviantOf(clause, 'other-host', {
      summary: `leads ${relation} to another host`,
      alter: on('getUser', edit(href, elsewhere)),
    }),
  ]
})

const addresses = [
  deviant('conventions.hal.one-address/group-users', {
    summary: 'leads the link to the members of a group to another host',
    alter: on('getGroup', edit('_links.users.href', elsewhere)),
  }),
  deviant('conventions.hal.one-address/next', {
    summary: 'leads the next page of a list to another host',
    alter: on(
      'listUsers',
      editLink('next', (url) => `https://elsewhere.example.com${url.pathname}${url.search}`),
    ),
  }),
  ...(['grants', 'tokens'] as const).flatMap((area) =>
    (['client', 'user'] as const).map((relation) =>
      deviantOf(`${area}.links.${relation}`, 'of-another', {
        summary: `leads ${relation} of ${area} to another one`,
        alter: on(
          area === 'grants'
            ? ['getUserGrant', 'listUserGrants']
            : ['getUserClientToken', 'listUserClientTokens'],
          edit(`_links.${relation}.href`, (old: Json) => `${old}x`),
        ),
      }),
    ),
  ),
  deviant('tokens.links.revoke/of-another', {
    summary: 'leads revoke of a token to another token',
    alter: on(
      'getUserClientToken',
      edit('_links.revoke.href', (old: Json) => `${old}x`),
    ),
  }),
  deviant('tokens.links.revoke/by-post', {
    summary: 'says that revoke of a token is called by POST',
    alter: on(
      'getUserClientToken',
      edit('_links.revoke', (old: Json) => ({ ...old, method: 'POST' })),
    ),
  }),
]

const otherLinks = [
  deviant('users.links.self/left-out', {
    summary: 'gives a user no self link',
    alter: on('getUser', whenSuccess(drop('_links.self'))),
  }),
  deviant('users.links.self/elsewhere', {
    summary: 'leads self to nobody',
    alter: on(
      'getUser',
      edit('_links.self.href', (old: Json) => `${old}-other`),
    ),
  }),
  deviant('users.links.self/me', {
    summary: 'leads self to me',
    alter: on(
      'getUser',
      edit('_links.self.href', (old: Json) => String(old).replace(/[^/]+$/, 'me')),
    ),
  }),
  deviant('users.links.reset-factors-absent/always', {
    summary: 'gives every user a resetFactors link',
    alter: on('getUser', whenSuccess(set('_links.resetFactors', { href: 'https://svc.example.com/x' }))),
  }),
  ...(['schema', 'type'] as const).map((relation) =>
    deviant(`users.links.${relation}/relative`, {
      summary: `gives the ${relation} link a path in place of a full URL`,
      alter: on('getUser', whenSuccess(set(`_links.${relation}`, { href: `/api/v1/meta/${relation}` }))),
    }),
  ),
  deviant('users.links.list-self-only/more', {
    summary: 'gives listed users a deactivate link',
    alter: on('listUsers', whenSuccess(set('_links.deactivate', { href: 'https://svc.example.com/x' }))),
  }),
  deviant('users.links.list-self-only/none', {
    summary: 'gives listed users links without self',
    alter: on('listUsers', whenSuccess(set('_links', {}))),
  }),
  deviant('users.links.list-self-only/in-searches', {
    summary: 'gives users that a search finds a suspend link',
    alter: on(
      'listUsers',
      when(
        ({ query }) => query.has('search'),
        whenSuccess(set('_links.suspend', { href: 'https://svc.example.com/x' })),
      ),
    ),
  }),
]

export const userLinkDeviants: readonly Deviant[] = [...operationLinks, ...addresses, ...otherLinks]
