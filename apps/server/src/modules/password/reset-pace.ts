import { resendSeconds } from '@steward/contracts/identity'
import { createAttemptLimit } from '../../platform/pace/attempt-limit.ts'
import type { Platform } from '../../platform/platform.ts'

const hour = 3600_000
const mostInAnHour = 10

/** Whether a request for a reset code is accepted, and from when on another one is. */
export interface ResetRequest {
  done: boolean
  nextAt: Date
}

export interface ResetPace {
  /** Counts a request by its name, whether or not there is an account of that name. */
  take(name: string): Promise<ResetRequest>
  /** Forgets requests that no longer count. */
  sweep(): Promise<void>
}

/** Limits how many reset codes can be requested for a name: one in 30 seconds, and ten in an hour. */
export function createResetPace(platform: Platform): ResetPace {
  const halfMinute = { kind: 'reset-soon', max: 1, duration: resendSeconds * 1000 }
  const soon = createAttemptLimit(platform, halfMinute)
  const hourly = createAttemptLimit(platform, { kind: 'reset-hour', max: mostInAnHour, duration: hour })
  return {
    async take(name) {
      if (!(await soon.take(name))) return { done: false, nextAt: await soon.freeAt(name) }
      if (await hourly.take(name)) return { done: true, nextAt: await soon.freeAt(name) }
      await soon.giveBack(name)
      return { done: false, nextAt: await hourly.freeAt(name) }
    },
    sweep: hourly.sweep,
  }
}
