import { demoDomain } from '../modules/getting-started/index.ts'
import type { Modules } from '../modules.ts'
import type { Actor } from '../platform/actor.ts'
import { atTime } from '../platform/clock.ts'

interface Presence {
  modules: Pick<Modules, 'users' | 'identity'>
  actor: Actor
  /** When the demo was loaded. */
  anchor: Date
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Days before the load on which people were there last, by turns. */
const daysAgo = [0, 0, 1, 0, 2, 0, 1, 3]
const firstHour = 7
const hours = 10

const isWeekend = (at: number): boolean => [0, 6].includes(new Date(at).getUTCDay())

/** A moment within working hours of the last days, another one for each person. */
function lastMoment(anchor: Date, nth: number): Date {
  const midnight = Date.parse(anchor.toISOString().slice(0, 10))
  const minutes = (firstHour + ((nth * 7) % hours)) * 60 + ((nth * 17) % 60)
  let at = midnight - (daysAgo[nth % daysAgo.length] ?? 0) * dayMs + minutes * minuteMs
  while (at > anchor.getTime() || isWeekend(at)) at -= dayMs
  return new Date(at)
}

const origin = {
  address: null,
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

/** Gives the people of the demo who were never there a session each; no one has its tokens, and it ends within a day. */
export async function addPresence({ modules, actor, anchor }: Presence): Promise<void> {
  const { activeUsers } = await modules.users.listByState(actor)
  const people = activeUsers.filter(({ email }) => email.endsWith(`@${demoDomain}`))
  for (const [nth, { userId, lastSeenAt }] of people.entries()) {
    if (lastSeenAt) continue
    await atTime(lastMoment(anchor, nth), () =>
      modules.identity.startSession(actor.tenantId, userId, { remember: false, origin }),
    )
  }
}
