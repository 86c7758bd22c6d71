/** Conventions that hold for every area: JSON, timestamps, paging, links, spellings (Clients). */
import { requirementsIn, sharing } from './requirement.ts'

const service = requirementsIn(
  { area: 'conventions', document: 1, section: 'What the service does' },
  {
    'conventions.one-org': {
      statement: 'One base URL serves exactly one organisation.',
      excluded: 'A run sees one base URL and cannot tell what stands behind others.',
    },
  },
)

const common = requirementsIn(
  { area: 'conventions', document: 1, section: 'Conventions common to all areas' },
  {
    'conventions.json.body': 'A success that has a body holds well-formed JSON.',
    'conventions.json.content-type': [
      'A success that has a body names the media type application/json in its Content-Type.',
      'header:Content-Type.response',
    ],
    'conventions.json.clients-charset': {
      statement: 'A success of a client endpoint names the charset UTF-8 in its Content-Type.',
      operations: ['registerClient', 'listClients', 'getClient', 'updateClient'],
      covers: ['header:Content-Type.clients-charset'],
    },
    'conventions.reads.safe': 'A read changes nothing: records and passwords are as they were before it.',
    'conventions.writes.others-kept':
      'A write to one record leaves the other records of its kind as they were.',
    'conventions.json.accept': {
      level: 'caller',
      statement: 'A caller sends Accept: application/json.',
      reason: 'It binds the caller; what a server does without the header is not stated.',
      covers: ['header:Accept'],
    },
    'conventions.json.request-content-type': {
      level: 'caller',
      statement: 'A caller who sends a body names application/json as its Content-Type.',
      reason: 'It binds the caller; what a server does with another media type is not stated.',
      covers: ['header:Content-Type.request'],
    },
    'conventions.timestamps.users': {
      statement: 'Every timestamp of a user is ISO 8601 in UTC with exactly three digits of milliseconds.',
      operations: ['createUser', 'getUser', 'listUsers'],
    },
    'conventions.timestamps.groups': {
      statement: 'Every timestamp of a group is ISO 8601 in UTC with exactly three digits of milliseconds.',
      operations: ['createGroup', 'getGroup', 'listGroups'],
    },
    'conventions.timestamps.rules': {
      statement:
        'Every timestamp of a group rule is ISO 8601 in UTC with exactly three digits of milliseconds.',
      operations: ['createGroupRule', 'getGroupRule', 'listGroupRules'],
      needs: ['rule-expression'],
    },
    'conventions.timestamps.clients': {
      statement:
        'Every timestamp of a client is a number of seconds since 1970, not milliseconds and not a string.',
      operations: ['registerClient', 'getClient', 'listClients'],
    },
    ...sharing({ operations: ['listClients', 'listGroups', 'listUsers'] })({
      'conventions.paging.limit': 'A page holds at most as many items as the limit that was asked for.',
      'conventions.paging.complete':
        'Following next from the first page reaches every item that stayed in place exactly once.',
      'conventions.paging.ends': 'Following next comes to an end.',
    }),
    'conventions.paging.same-collection': {
      statement: 'Following next from a searched list stays within the results of that search.',
      operations: ['listUsers', 'listGroups'],
    },
    'conventions.paging.cursor-opaque': {
      level: 'caller',
      statement: 'A caller takes the cursor only from a next link and never builds one.',
      reason: 'It binds the caller; what a server does with a made-up cursor is not stated.',
    },
    ...sharing({ operations: ['listClients', 'listGroups', 'listUsers'] })({
      'conventions.paging.link-self': ['A page carries a Link header with rel="self".', 'header:Link.self'],
      'conventions.paging.link-next': [
        'A page that more items follow carries a Link header with rel="next".',
        'header:Link.next',
      ],
      'conventions.paging.links-absolute': 'The self and next links are full URLs, scheme and host included.',
      'conventions.paging.self-limit': 'The self link of a page carries the query parameter limit.',
      'conventions.paging.next-limit': 'The next link carries the query parameter limit.',
      'conventions.paging.next-after': 'The next link carries the query parameter after.',
    }),
    'conventions.paging.foreign-cursor': {
      statement: 'A cursor that the service did not hand out is answered in some defined way.',
      reason: 'The API description forbids callers to build a cursor and says nothing of the answer.',
    },
    'conventions.paging.limit-out-of-range': {
      statement:
        'A limit of zero, below zero, above the maximum or that is no number is answered in some defined way.',
      reason: 'The API description gives maximums but not whether a larger value is refused or cut down.',
    },
    'conventions.hal.href': {
      statement:
        'Each relation under _links holds a string href; title and method, where present, are strings too.',
      operations: ['getUser', 'getGroup'],
    },
    'conventions.hal.hints-allow': 'Where a link has hints.allow, it is an array of HTTP methods.',
    'conventions.hal.one-address':
      'All links to operations of the service, those between pages included, lead to one address: the same scheme and host.',
    'conventions.hal.links-read-only': {
      statement: '_links sent in a create or an update has no effect on the _links that come back.',
      operations: ['createUser', 'updateUser', 'createGroup', 'updateGroup'],
      covers: ['read-only:User._links', 'read-only:Group._links'],
    },
    'conventions.hal.embedded-read-only': {
      statement: '_embedded sent in a create or an update does not come back.',
      operations: ['createUser', 'updateUser', 'createGroup', 'updateGroup'],
      covers: ['read-only:User._embedded', 'read-only:Group._embedded'],
    },
    'conventions.query.url-encoding': {
      level: 'caller',
      statement: 'A caller URL-encodes the values of filter and search.',
      reason: 'It binds the caller.',
    },
    'conventions.naming.group-type': {
      statement: 'The type of a group made through the API is spelled SVC_GROUP.',
      operations: ['createGroup'],
      covers: ['spelling:SVC_GROUP'],
    },
    'conventions.naming.group-class': {
      statement: 'The objectClass of a group made through the API holds svc:user_group.',
      operations: ['createGroup'],
      covers: ['spelling:svc:user_group'],
    },
    ...sharing({ operations: ['getGroup'], needs: ['directory-group'] })({
      'conventions.naming.directory-class': [
        'The objectClass of a group imported from a directory holds svc:directory_security_principal.',
        'spelling:svc:directory_security_principal',
      ],
      'conventions.naming.directory-name': [
        'The profile of a group imported from a directory spells its qualified name directoryDomainQualifiedName.',
        'spelling:directoryDomainQualifiedName',
      ],
    }),
    'conventions.naming.provider': {
      statement: 'The credential provider of a user whose password the service itself keeps has type SVC.',
      operations: ['createUser', 'getUser'],
      covers: ['spelling:SVC', 'enum:Provider.type.SVC'],
    },
    'conventions.naming.expression': {
      statement: 'A group rule is accepted and returned with the expression type urn:svc:expression:1.0.',
      operations: ['createGroupRule', 'getGroupRule'],
      needs: ['rule-expression'],
      covers: ['spelling:urn:svc:expression:1.0'],
    },
    'conventions.naming.response-parameter': {
      statement: 'The Content-Type parameter that trims users is spelled svc-response.',
      operations: ['getUser', 'listUsers'],
      covers: ['spelling:svc-response'],
    },
    'conventions.page-sizes': {
      level: 'may-change',
      statement: 'Default and maximum page sizes are those that the API description lists.',
      reason: 'The API description reserves the right to change them, and forbids callers to depend on them.',
    },
    'conventions.starts-with': {
      level: 'may-change',
      statement: 'Matching by q is by the start of the value.',
      reason: 'The API description calls it an implementation detail that may change.',
    },
    'conventions.notation': {
      statement: 'Placeholders in braces stand for values, and {base_url} for the address of the service.',
      excluded: 'It explains how the API description is written.',
    },
  },
)

const versioning = requirementsIn(
  { area: 'conventions', document: 1, section: 'Versioning' },
  {
    'conventions.versions.paths': {
      statement: 'Paths carry a version segment, /api/v1 or /oauth2/v1.',
      excluded: 'Every call of a run uses these paths, so each success shows it.',
    },
    'conventions.versions.features': {
      statement: 'Early-access and newer-engine features answer only where they are enabled.',
      excluded:
        'The reply where a feature is not enabled is not stated. Where it is enabled, its own requirements judge it.',
    },
    'conventions.versions.defaults': {
      level: 'may-change',
      statement: 'Defaults, maximum page sizes and matching strategies are as documented at the time.',
      reason: 'They may change without notice.',
    },
    'conventions.versions.negotiation': {
      statement: 'Versions are negotiated and deprecated in some defined way.',
      reason: 'Not shown.',
    },
  },
)

const limits = requirementsIn(
  { area: 'conventions', document: 1, section: 'Limits' },
  {
    'conventions.rate-limits': {
      statement:
        'Calls above a rate, requests above a size and requests that take too long are answered in some defined way.',
      reason:
        'Rate limits, time-outs and request sizes are not shown; a 429 is waited out and never a verdict.',
    },
  },
)

export const conventionRequirements = [...service, ...common, ...versioning, ...limits] as const
