/** How an entered address is shown before the invitation. */
export const inviteStatuses = ['Valid', 'Invalid Email Address', 'Already Exists'] as const

/** The most addresses that are invited with one call. */
export const mostInvites = 500

/** What a column of a file of users may be. */
export const userImportTargets = [
  'email',
  'firstName',
  'lastName',
  'name',
  'role',
  'externalId',
  'mobileNumber',
  'timeZone',
] as const

export type UserImportTarget = (typeof userImportTargets)[number]

/** The most users that one file adds. */
export const mostImportedUsers = 500
