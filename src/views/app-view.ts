import { OrgService } from '../model/kernel/org-service.ts'
import type { AppRecord } from '../contract/resources/app.ts'
import type { AssignedApp } from '../model/apps/app-record.ts'

/** An application as replies show it (Groups, Applications of a group). */
export interface ShownApp extends AppRecord {
  /** Addresses of what belongs to it, by relation. */
  readonly _links: Readonly<Record<string, unknown>>
}

/** The data of a link to an application. */
interface Assigned extends Pick<AssignedApp, 'app'> {
  readonly assignment: Pick<AssignedApp['assignment'], 'id'>
}

/** Writes applications as replies show them. */
export class AppView extends OrgService {
  /** An application with its links. @param secret Only on the occasions that issue it (Clients, rule 2). */
  of(given: AppRecord, secret?: string): ShownApp {
    const app = secret === undefined ? given : withSecret(given, secret)
    const self = `${this.org.baseUrl}/api/v1/apps/${app.id}`
    return {
      ...app,
      _links: {
        self: { href: self },
        logo: [{ name: 'medium', href: this.#logo(), type: 'image/png' }],
        users: { href: `${self}/users` },
        groups: { href: `${self}/groups` },
      },
    }
  }

  /** The links to a user's applications, in their order (Users, App link). */
  links(assigned: readonly Assigned[]): readonly Record<string, unknown>[] {
    return assigned
      .flatMap((each) => this.#links(each))
      .map((link, sortOrder) => Object.assign(link, { sortOrder }))
  }

  /** The links of one application, which has none while it is not ACTIVE. */
  #links({ app, assignment }: Assigned): readonly Record<string, unknown>[] {
    if (app.status !== 'ACTIVE') return []
    const names = Object.entries(app.visibility.appLinks).filter(([, isShown]) => isShown)
    return names.map(([link]) => ({
      id: `${assignment.id}${names.length > 1 ? `.${link}` : ''}`,
      label: app.label,
      linkUrl: `${this.org.baseUrl}${startPath(app, link)}`,
      logoUrl: this.#logo(),
      appName: app.name,
      appInstanceId: app.id,
      appAssignmentId: assignment.id,
      credentialsSetup: false,
      hidden: app.visibility.hide.web,
    }))
  }

  #logo(): string {
    return `${this.org.baseUrl}/assets/logos/app-medium.png`
  }
}

function withSecret(app: AppRecord, client_secret: string): AppRecord {
  const { credentials } = app
  const oauthClient = { ...(credentials['oauthClient'] as object), client_secret }
  return { ...app, credentials: { ...credentials, oauthClient } }
}

/** Where a person starts an application, below the base URL. */
export function startPath({ name, id }: Pick<AppRecord, 'name' | 'id'>, link: string): string {
  return `/home/${name}/${id}/${link}`
}
