/** The four roles, by the ids of the specification. */
export const roles = [
  { id: 1, name: 'Normal User' },
  { id: 2, name: 'Manager' },
  { id: 3, name: 'Administrator' },
  { id: 4, name: 'Viewer' },
] as const

export type RoleId = (typeof roles)[number]['id']

export const roleIds = { normalUser: 1, manager: 2, administrator: 3, viewer: 4 } as const

const reading = [
  'self.read',
  'self.edit',
  'user.read',
  'currency.read',
  'field.read',
  'lifecycle.read',
  'record.read',
  'record.export',
  'segment.read',
  'history.read',
  'bulk.read',
  'timeline.read',
  'health.read',
] as const

const working = [
  'record.create',
  'record.edit',
  'segment.edit',
  'history.undo',
  'bulk.run',
  'timeline.edit',
  'health.override',
] as const

const administering = [
  'field.administer',
  'lifecycle.administer',
  'currency.administer',
  'health.administer',
  'activity.administer',
  'user.administer',
  'sign-in.administer',
  'api-token.administer',
  'audit.read',
  'message.read',
  'event.administer',
] as const

/** Every permission a route can name. */
export const permissions = [...reading, ...working, ...administering] as const

export type Permission = (typeof permissions)[number]

const administeringPermissions: ReadonlySet<string> = new Set(administering)

/** Whether it is a permission of those who run the company's account: what they do goes into the audit log. */
export function isAdministering(permission: Permission): boolean {
  return administeringPermissions.has(permission)
}

/** What each permission lets someone do, as the matrix of roles shows it. */
export const permissionLabels: Record<Permission, string> = {
  'self.read': 'See their own profile and sessions',
  'self.edit': 'Change their own profile, password and second factor',
  'user.read': 'See who works here',
  'currency.read': 'See currencies',
  'field.read': 'See fields',
  'lifecycle.read': 'See lifecycle stages',
  'record.read': 'See records',
  'record.export': 'Export the records they see',
  'segment.read': 'See segments',
  'history.read': 'See the history of records',
  'bulk.read': 'See imports',
  'timeline.read': 'See notes, activities, pulses, files and mail',
  'health.read': 'See health scores and why they moved',
  'record.create': 'Create records',
  'record.edit': 'Change, move, archive and assign records',
  'segment.edit': 'Make segments and change their own',
  'history.undo': 'Undo changes',
  'bulk.run': 'Import and mass update',
  'timeline.edit': 'Log notes, activities, pulses, files and mail',
  'health.override': 'Override the score of a record',
  'field.administer': 'Define fields',
  'lifecycle.administer': 'Define lifecycle stages',
  'currency.administer': 'Choose currencies and set exchange rates',
  'health.administer': 'Define and publish health scores',
  'activity.administer': 'Set up activity types and templates',
  'user.administer': 'Invite users, change roles, deactivate',
  'sign-in.administer': 'Decide how people sign in',
  'api-token.administer': 'Make API tokens for the whole company',
  'audit.read': 'Read and export the audit log',
  'message.read': 'Read the outbox',
  'event.administer': 'See failed event deliveries, and retry or discard them',
}

/**
 * What each role may do. Row rules narrow it: a Normal User reads and changes only what
 * they own (see the record policy).
 */
export const permissionsByRole: Record<RoleId, readonly Permission[]> = {
  1: [...reading, ...working],
  2: [...reading, ...working],
  3: permissions,
  4: reading,
}

export function roleMay(roleId: RoleId, permission: Permission): boolean {
  return permissionsByRole[roleId].includes(permission)
}
