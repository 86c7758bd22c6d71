import type { Org } from '../model/org.ts'
import { AppView } from './app-view.ts'
import { ClientView } from './client-view.ts'
import { ConsentView } from './consent-view.ts'
import { GroupView } from './group-view.ts'
import { LinkView } from './links.ts'
import { MailView } from './mail-view.ts'
import { RuleView } from './rule-view.ts'
import { SessionView } from './session-view.ts'
import { UserView } from './user-view.ts'

/** How an organisation's things look in replies: links, addresses, texts. The model does not know it. */
export class Views {
  readonly users: UserView
  readonly apps: AppView
  readonly groups: GroupView
  readonly rules: RuleView
  readonly clients: ClientView
  readonly consents: ConsentView
  readonly links: LinkView
  readonly mails: MailView
  readonly sessions: SessionView

  constructor(org: Org) {
    this.users = new UserView(org)
    this.apps = new AppView(org)
    this.groups = new GroupView(org, this.apps)
    this.rules = new RuleView(org)
    this.clients = new ClientView(org)
    this.consents = new ConsentView(org)
    this.links = new LinkView(org)
    this.mails = new MailView(org)
    this.sessions = new SessionView(org)
  }
}

/** Where an organisation bears its views: in a WeakMap, they would keep it alive through collections of the young. */
const viewsKey = Symbol('views')

/** The views of an organisation; the same ones each time, for they keep texts. Made when they are first asked for. */
export function viewsOf(org: Org & { [viewsKey]?: Views }): Views {
  return (org[viewsKey] ??= new Views(org))
}
