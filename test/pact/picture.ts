import type { Org } from '../../src/model/org.ts'

/** Everything in an organisation except the defaults of every organisation, one line for each thing. */
export function picture(org: Org): readonly string[] {
  const lines: string[] = []
  const given = (settings: object): string =>
    Object.entries(settings)
      .filter(
        ([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
      )
      .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join('+') : String(value)}`)
      .join(' ')
  for (const {
    id,
    status,
    profile,
    provider,
    hidden,
    transitioningToStatus,
    activated,
  } of org.users.collection.values()) {
    if (profile.login === 'admin@example.com') continue
    const { locale: _, ...rest } = profile
    const more = {
      provider: provider.type === 'SVC' ? undefined : `${provider.type}/${provider.name}`,
      password: hidden.password === undefined ? 'none' : undefined,
      question: hidden.recovery?.question,
      factors: hidden.factors,
      block: hidden.block?.appliesTo,
      movingTo: transitioningToStatus,
      activated: activated === null ? 'never' : undefined,
      apps: org.apps.assignments
        .allBy('target', `user ${id}`)
        .map(({ appId }) => org.apps.find(appId)!.label),
    }
    lines.push(`user ${id} ${status}: ${given({ ...rest, ...more })}`)
  }
  for (const { id, type, profile, objectClass } of org.groups.collection.values()) {
    if (profile.name === 'Everyone') continue
    const members = [...org.users.collection.values()].filter((user) => org.memberships.has(id, user.id))
    const more = {
      objectClass,
      members: [...members].map((user) => user.id),
      pushedTo: org.tables.pushMappings.allBy('group', id).map(({ appId }) => appId.slice(0, 3)),
      apps: org.apps.assignments
        .allBy('target', `group ${id}`)
        .map(({ appId }) => org.apps.find(appId)!.label),
    }
    lines.push(`group ${id} ${type}: ${given({ ...profile, ...more })}`)
  }
  for (const { id, status, name, conditions, actions } of org.rules.collection.values()) {
    const { expression, people } = conditions
    const more = { name, if: expression.value, groups: actions.assignUserToGroups.groupIds }
    lines.push(`rule ${id} ${status}: ${given({ ...more, not: people?.users.exclude })}`)
  }
  for (const { id, settings } of org.clients.collection.values())
    lines.push(`client ${id}: ${given(settings)}`)
  for (const { id, label } of org.apps.collection.values()) lines.push(`application ${id}: ${label}`)
  for (const { id, userId, clientId, scopeId } of org.grants.collection.values())
    lines.push(
      `grant ${id}: ${userId} to ${clientId} for ${org.authorizationServers.scopes.get(scopeId)!.name}`,
    )
  for (const { id, userId, clientId, scopeIds } of org.tokens.all('refresh'))
    lines.push(
      `refresh token ${id}: ${userId} of ${clientId} for ${scopeIds.map((one) => org.authorizationServers.scopes.get(one)!.name).join('+')}`,
    )
  return lines
}
