/** Servers that break requirements of the links of users, and of links in general. */
import type { Json } from '../../engine/wire/reply.ts'
import { factorLink, userLinks } from '../../tables/user-links.ts'
import { edit, editLink, elsewhere, set } from '../alter/answer.ts'
import { asks, on, when, whenSuccess } from '../alter/flow.ts'
import type { Mutant } from './mutant.ts'
import { mistakesAt, mistakesIn, mistakesOf } from './mutant.ts'

/** Relations that lead to an operation on the user (Users, User links). */
const relations = [...userLinks, factorLink].map(
  ({ slug, relation }) => [`users.links.${slug}`, relation] as const,
)

export const userLinkMutants: readonly Mutant[] = [
  ...relations.flatMap(([requirement, relation]): Mutant[] => {
    const href = `_links.${relation}.href`
    return mistakesAt('getUser', requirement, {
      'somebody-else': edit(href, (old: Json) => String(old).replace(/users\/[^/]+/, 'users/somebodyElse')),
      relative: edit(href, (old: Json) => new URL(String(old)).pathname),
      text: edit(`_links.${relation}`, (old: Json) => old.href),
      'allows-get': edit(`_links.${relation}`, ({ href }: Json) => ({ href, hints: { allow: ['GET'] } })),
      'other-host': edit(href, elsewhere),
    })
  }),
  ...mistakesIn('listUsers', {
    'conventions.hal.one-address/next': editLink(
      'next',
      (url) => `https://elsewhere.example.com${url.pathname}${url.search}`,
    ),
  }),
  ...(['grants', 'tokens'] as const).flatMap((area) =>
    (['client', 'user'] as const).flatMap((relation) =>
      mistakesOf(`${area}.links.${relation}`, {
        'of-another': on(
          area === 'grants'
            ? ['getUserGrant', 'listUserGrants']
            : ['getUserClientToken', 'listUserClientTokens'],
          edit(`_links.${relation}.href`, (old: Json) => `${old}x`),
        ),
      }),
    ),
  ),
  ...mistakesIn('getUser', {
    'users.links.self/me': edit('_links.self.href', (old: Json) => String(old).replace(/[^/]+$/, 'me')),
    'users.links.reset-factors-absent/always': whenSuccess(
      set('_links.resetFactors', { href: 'https://svc.example.com/x' }),
    ),
  }),
  ...(['schema', 'type'] as const).flatMap((relation) =>
    mistakesOf(`users.links.${relation}`, {
      relative: on('getUser', whenSuccess(set(`_links.${relation}`, { href: `/api/v1/meta/${relation}` }))),
    }),
  ),
  ...mistakesIn('listUsers', {
    'users.links.list-self-only/in-searches': when(
      asks('search'),
      whenSuccess(set('_links.suspend', { href: 'https://svc.example.com/x' })),
    ),
  }),
]
