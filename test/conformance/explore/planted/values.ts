import { clientPut, given, groupPut, texts, userCreate, userWrite } from './plant.ts'
import type { Planted } from './plant.ts'

/** Values as they are kept. */
export const values: Planted = {
  'escapes the name of a client when it is updated': [
    given(clientPut, (json) => ({
      ...json,
      client_name: String(json.client_name).replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    })),
    /^clients\./,
  ],
  'keeps a question mark for each emoji': [
    given(/^(POST|PUT) \/api\/v1\/users(\/[^/]+)?$/, (json) =>
      texts(json, (text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?')),
    ),
    /^users\./,
  ],
  'trims the title when a user is updated': [
    given(userWrite, (json) => texts(json, (text, property) => (property === 'title' ? text.trim() : text))),
    /^users\./,
  ],
  'cuts a description of more than 1,000 letters when a group is updated': [
    given(groupPut, (json) =>
      texts(json, (text, property) =>
        property === 'description' ? Array.from(text).slice(0, 1000).join('') : text,
      ),
    ),
    /^groups\.(description|update)/,
  ],
  'composes letters and their marks': [
    given(userCreate, (json) =>
      texts(json, (text, property) => (property === 'login' ? text : text.normalize('NFC'))),
    ),
    /^users\./,
  ],
  'loses the zeros before an employee number': [
    given(/^(POST|PUT) \/api\/v1\/users(\/[^/]+)?$/, (json) =>
      texts(json, (text, property) =>
        property === 'employeeNumber' ? text.replace(/^0+(?=\d+$)/, '') : text,
      ),
    ),
    /^users\./,
  ],
}
