import type { NotificationSwitch } from '@steward/contracts/plain/notification'

export type SwitchName = Exclude<NotificationSwitch, 'isSendEmailNotifications'>

/** What users are notified of, as the page groups it. */
export const switchGroups: readonly {
  title: string
  description: string
  switches: readonly { name: SwitchName; label: string }[]
}[] = [
  {
    title: 'Ownership',
    description: 'When teammates change who is responsible for a record.',
    switches: [
      { name: 'changesToPrimaryOwner', label: 'Changes to the primary owner' },
      { name: 'changesToSecondaryOwners', label: 'Changes to secondary owners' },
      { name: 'otherUserTypeAttributeChanges', label: 'Changes to other user fields' },
    ],
  },
  {
    title: 'Email of records',
    description: 'When email with your customers arrives on the page of a record.',
    switches: [{ name: 'emailsSyncedToTheEntity', label: 'Emails synced to your records' }],
  },
  {
    title: 'Your tasks',
    description: 'Tasks that are assigned to you.',
    switches: [
      { name: 'newTasksAssignedToYou', label: 'New tasks assigned to you' },
      { name: 'assignmentChangesToYourTasks', label: 'Assignment changes' },
      { name: 'dueDateOfYourTasks', label: 'Due dates' },
      { name: 'completionOfYourTasks', label: 'Completion' },
    ],
  },
  {
    title: 'Tasks you watch',
    description: "Tasks of teammates that you've bookmarked.",
    switches: [
      { name: 'assignmentChangesToTasksYouWatch', label: 'Assignment changes' },
      { name: 'dueDateOfTasksYouWatch', label: 'Due dates' },
      { name: 'completionOfTasksYouWatch', label: 'Completion' },
    ],
  },
  {
    title: 'Playbooks',
    description: 'Playbooks that are assigned to you.',
    switches: [
      { name: 'newPlaybooksAssignedToYou', label: 'New playbooks assigned to you' },
      { name: 'dueDateOfYourPlaybooks', label: 'Due dates' },
    ],
  },
]
