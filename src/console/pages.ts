import { Clock } from './clock.tsx'
import { ClientPage, Clients } from './clients.tsx'
import { Data } from './data.tsx'
import { Faults } from './faults.tsx'
import { GroupPage, Groups } from './groups.tsx'
import { Journal } from './journal.tsx'
import { Mails } from './mails.tsx'
import { Overview } from './overview.tsx'
import { People } from './people.tsx'
import { Person } from './person.tsx'
import type { Section } from './reach.ts'
import { RulePage, Rules } from './rules.tsx'
import { Settings } from './settings.tsx'
import { SignIn } from './sign-in.tsx'
import { SessionsAndTokens } from './tokens.tsx'
import { Webhook } from './webhook.tsx'
import { Actions } from './actions.tsx'

/** The navigation: groups of pages by their titles. */
const groups: readonly (readonly [title: string, sections: readonly Section[]])[] = [
  ['', [{ to: '', title: 'Overview', Page: Overview }]],
  [
    'Directory',
    [
      { to: 'people', title: 'People', Page: People, One: Person, count: 'users' },
      { to: 'groups', title: 'Groups', Page: Groups, One: GroupPage },
      { to: 'rules', title: 'Rules', Page: Rules, One: RulePage },
      { to: 'clients', title: 'Applications', Page: Clients, One: ClientPage },
    ],
  ],
  [
    'Activity',
    [
      { to: 'journal', title: 'Requests', Page: Journal, isSplit: true, count: 'requests' },
      { to: 'mails', title: 'Mails', Page: Mails, isSplit: true },
      { to: 'tokens', title: 'Sessions', Page: SessionsAndTokens, count: 'sessions' },
      { to: 'webhook', title: 'Webhook', Page: Webhook },
    ],
  ],
  [
    'Simulation',
    [
      { to: 'faults', title: 'Faults', Page: Faults },
      { to: 'sign-in', title: 'Sign-in', Page: SignIn },
      { to: 'clock', title: 'Clock', Page: Clock },
      { to: 'data', title: 'Data', Page: Data },
      { to: 'settings', title: 'Settings', Page: Settings },
      { to: 'actions', title: 'Actions', Page: Actions },
    ],
  ],
]

/** The groups with further pages in the last. */
export function groupsWith(more: readonly Section[]): typeof groups {
  return groups.map(([title, sections], index) => [
    title,
    index === groups.length - 1 ? [...sections, ...more] : sections,
  ])
}
