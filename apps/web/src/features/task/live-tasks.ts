import type { LiveHandlers } from '../../feature.ts'
import { refreshTasks } from './task.calls.ts'

/** A notification may be about a task that someone else changed. */
export const liveTasks: LiveHandlers = {
  notified: (client) => void refreshTasks(client),
  reset: (client) => void refreshTasks(client),
}
