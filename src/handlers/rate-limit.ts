import { Part } from '../model/kernel/part.ts'

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
export class RateLimit extends Part<'clock' | 'settings' | 'traffic'> {
  /** Counts one request, unless it is not a client's. */
  count(isTraffic = true): RateLimitState {
    const { limit, window, enforce } = this.org.settings.rateLimit
    if (!isTraffic) {
      const reset = Math.ceil((this.org.clock.now() + window) / 1000)
      return { limit, remaining: limit, reset, exceeded: false }
    }
    const now = this.org.clock.now()
    const counted = this.org.traffic.rate
    const isOver = now >= counted.end || now < counted.end - window
    const used = counted.count(isOver ? Math.floor(now / window) * window + window : undefined)
    const exceeded = enforce && used > limit
    const remaining = Math.max(enforce ? 0 : 1, limit - used)
    return { limit, remaining, reset: Math.ceil(counted.end / 1000), exceeded }
  }
}
