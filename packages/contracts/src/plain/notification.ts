/** The categories of notifications; the drawer has a tab for each. */
export const notificationCategories = ['task', 'playbook', 'entity', 'email', 'bulkUpdate'] as const
export type NotificationCategory = (typeof notificationCategories)[number]

/** The preferences that a user turns on and off, by the names of the API. */
export const notificationSwitches = [
  'isSendEmailNotifications',
  'changesToPrimaryOwner',
  'changesToSecondaryOwners',
  'otherUserTypeAttributeChanges',
  'emailsSyncedToTheEntity',
  'newTasksAssignedToYou',
  'assignmentChangesToYourTasks',
  'dueDateOfYourTasks',
  'completionOfYourTasks',
  'dueDateOfTasksYouWatch',
  'assignmentChangesToTasksYouWatch',
  'completionOfTasksYouWatch',
  'newPlaybooksAssignedToYou',
  'dueDateOfYourPlaybooks',
] as const
export type NotificationSwitch = (typeof notificationSwitches)[number]

/** When mail about notifications is sent. */
export const mailTimings = ['immediately', 'hourly', 'daily'] as const
export type MailTiming = (typeof mailTimings)[number]

/** Notifications that a page has unless the call says otherwise. */
export const notificationPageSize = 15
