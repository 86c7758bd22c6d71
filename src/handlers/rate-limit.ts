import { OrgService } from '../model/kernel/org-service.ts'

/** Where a caller stands in the current window. */
export interface RateLimitState {
  readonly limit: number
  readonly remaining: number
  /** When the window ends, in unix seconds. */
  readonly reset: number
  readonly exceeded: boolean
}

/**
 * Counts requests in windows of the organisation's clock. The API description does not show limits. The headers are
 * always sent, and requests are refused only where the option says so (interpretation: rate-limit).
 */
export class RateLimit extends OrgService {
  /** Counts one request, unless it is not a client's. */
  count(isTraffic = true): RateLimitState {
    const { limit, window, enforce } = this.org.settings.rateLimit
    if (!isTraffic) {
      const reset = Math.ceil((this.org.clock.now() + window) / 1000)
      return { limit, remaining: limit, reset, exceeded: false }
    }
    const now = this.org.clock.now()
    const { rateLimit } = this.org.tables
    let { end, used } = rateLimit.value
    if (now >= end || now < end - window) [end, used] = [Math.floor(now / window) * window + window, 0]
    used += 1
    rateLimit.value = { end, used }
    const exceeded = enforce && used > limit
    const remaining = Math.max(enforce ? 0 : 1, limit - used)
    return { limit, remaining, reset: Math.ceil(end / 1000), exceeded }
  }
}
