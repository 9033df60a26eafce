import type { Task } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { mostMessageAttempts } from './message.channel.ts'
import { tidyMessages } from './message.store.ts'

const keptFor = 30 * 24 * 3600 * 1000

/** Erases what old messages said, and ends those whose last attempt ended without an answer. */
export function createMessageJobs({ clock, database }: Platform) {
  const tidy: Task = async () => {
    const before = new Date(clock.now().getTime() - keptFor)
    await tidyMessages(database.anonymous, before, mostMessageAttempts)
  }

  return { tasks: { 'message:tidy': tidy }, schedules: ['41 3 * * * message:tidy'] }
}
