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
