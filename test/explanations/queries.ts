import { newUser } from '../support/call.ts'
import { type Case, get, on } from './case.ts'
import { withRule } from './groups.ts'

const U = '/api/v1/users?',
  G = '/api/v1/groups?'
const q = encodeURIComponent
export const queries: readonly Case[] = [
  on('query-type-mismatch', 'limit', get(`${U}limit=abc`)),
  on(
    'query-type-mismatch',
    'two parameters',
    get(`${U}limit=abc&search=${q('id pr')}&sortBy=id&sortOrder=up`),
  ),
  on('query-type-mismatch', 'activate', ({ call }) => call('POST', '/api/v1/users?activate=yes', newUser())),
  on(
    'query-type-mismatch',
    'removeUsers',
    withRule((it, r) => it.call('DELETE', `/api/v1/groups/rules/${r.id}?removeUsers=1`)),
  ),
  on('query-type-mismatch', 'clients', get('/oauth2/v1/clients?limit=abc')),
  on('invalid-limit', 'clients', get('/oauth2/v1/clients?limit=0')),
  on('invalid-cursor', 'clients', get('/oauth2/v1/clients?after=nothing')),
  on('query-type-mismatch', 'provider', ({ call }, id) =>
    call('POST', `/api/v1/users/${id}/lifecycle/reset_password?provider=SOCIAL`),
  ),
  ...['limit=1.5', 'limit='].map((text) => on('query-type-mismatch', `groups: ${text}`, get(G + text))),
  ...['limit=0', 'limit=-1'].map((text) => on('invalid-limit', text, get(G + text))),
  on('invalid-cursor', 'a cursor of no list', get(`${U}after=nothing`)),
  on('invalid-paging', 'users', get(`${U}q=a&after=x`)),
  on('invalid-paging', 'groups', get(`${G}q=a&after=x`)),
  on('search-and-filter', 'users', get(`${U}search=${q('id pr')}&filter=${q('id eq "a"')}`)),
  on('search-and-filter', 'q and search', get(`${U}q=a&search=${q('id pr')}`)),
  on('search-and-filter', 'groups', get(`${G}search=${q('id pr')}&filter=${q('id eq "a"')}`)),
  on('invalid-search', 'no operator', get(`${U}search=${q('status ACTIVE')}`)),
  ...['profile.Name', 'PROFILE.name', 'objectClass', '_links.self.href', '_embedded.stats'].map((name) =>
    on('invalid-search', `groups: ${name}`, get(`${G}search=${q(`${name} eq "x"`)}`)),
  ),
  on('invalid-search', 'groups: co', get(`${G}search=${q('profile.name co "x"')}`)),
  on('invalid-search', 'groups: no operator', get(`${G}search=${q('profile.name')}`)),
  on('invalid-search', 'a property that is nearly one', get(`${U}search=${q('profile.fristName eq "a"')}`)),
  on('invalid-search', 'groups: a property of users', get(`${G}search=${q('status eq "ACTIVE"')}`)),
  on('invalid-search', 'a short name that is like none', get(`${U}search=${q('xy eq "a"')}`)),
  on('invalid-search', 'an operator of other languages', get(`${U}search=${q('status ne "ACTIVE"')}`)),
  on('invalid-search', 'a negation', get(`${U}search=${q('not (status eq "ACTIVE")')}`)),
  on('invalid-search', 'an open parenthesis', get(`${U}search=${q('(status eq "ACTIVE"')}`)),
  on('invalid-search', 'a value without quotes', get(`${U}search=${q('status eq ACTIVE')}`)),
  on('invalid-search', 'sortBy like no property', get(`${U}search=${q('id pr')}&sortBy=nosuch`)),
  on(
    'invalid-search',
    'groups: sortBy nearly a property',
    get(`${G}search=${q('id pr')}&sortBy=profile.nam`),
  ),
  on('invalid-filter', 'a status that is nearly one', get(`${U}filter=${q('status eq "ACTIV"')}`)),
  on('unsupported-filter', 'groups: an operator for search only', get(`${G}filter=${q('id gt "x"')}`)),
  on('invalid-filter', 'groups: a type in small letters', get(`${G}filter=${q('type eq "svc_group"')}`)),
  on('invalid-filter', 'groups: no operator', get(`${G}filter=${q('type')}`)),
  on('unsupported-filter', 'a property for search only', get(`${U}filter=${q('profile.city eq "a"')}`)),
  on('unsupported-filter', 'an operator for search only', get(`${U}filter=${q('profile.login sw "a"')}`)),
  on(
    'unsupported-filter',
    'groups: a property for search only',
    get(`${G}filter=${q('profile.name eq "a"')}`),
  ),
  on('invalid-date', 'a year', get(`${U}filter=${q('lastUpdated gt "2026"')}`)),
  on('invalid-date', 'groups: a word', get(`${G}search=${q('created gt "yesterday"')}`)),
]
