import type { Handlers } from './call.ts'

export const groupApps: Handlers<'groupApps'> = {
  listGroupApps({ params, query }, org, call) {
    return call.listed(
      query,
      (page) => org.apps.ofGroup(params.groupId, page),
      (app) => call.views.apps.of(app),
    )
  },
}
