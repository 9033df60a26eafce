import type { NotificationSwitch } from '@steward/contracts/plain/notification'
import type { Notifications, Told } from '../notification/index.ts'

const numbers = new Intl.NumberFormat('en-US')

/** `"Call them"`, or `12 tasks`. */
function tasks({ count, name, payload }: Told): string {
  return payload['isSet'] === true ? `${numbers.format(count)} tasks` : `"${name}"`
}

type Preference = Exclude<NotificationSwitch, 'isSendEmailNotifications'>

const kinds: readonly (readonly [name: string, preference: Preference, text: (told: Told) => string])[] = [
  ['task.assigned', 'newTasksAssignedToYou', (told) => `${told.by} assigned ${tasks(told)} to you`],
  [
    'task.reassigned',
    'assignmentChangesToYourTasks',
    (told) => `${told.by} assigned ${tasks(told)} to someone else`,
  ],
  ['task.moved', 'dueDateOfYourTasks', (told) => `${told.by} changed the due date of ${tasks(told)}`],
  [
    'task.due',
    'dueDateOfYourTasks',
    (told) => `${tasks(told)} ${told.payload['isSet'] === true ? 'are' : 'is'} due today`,
  ],
  ['task.completed', 'completionOfYourTasks', (told) => `${told.by} completed ${tasks(told)}`],
  [
    'task.watched.moved',
    'dueDateOfTasksYouWatch',
    (told) => `${told.by} changed the due date of ${tasks(told)}, which you watch`,
  ],
  [
    'task.watched.due',
    'dueDateOfTasksYouWatch',
    (told) => `${tasks(told)}, which you watch, ${told.payload['isSet'] === true ? 'are' : 'is'} due today`,
  ],
  [
    'task.watched.reassigned',
    'assignmentChangesToTasksYouWatch',
    (told) => `${told.by} reassigned ${tasks(told)}, which you watch`,
  ],
  [
    'task.watched.completed',
    'completionOfTasksYouWatch',
    (told) => `${told.by} completed ${tasks(told)}, which you watch`,
  ],
]

export function registerTaskKinds(notifications: Pick<Notifications, 'registerKind'>): void {
  for (const [name, preference, text] of kinds) {
    notifications.registerKind({ name, category: 'task', preference, text })
  }
}
