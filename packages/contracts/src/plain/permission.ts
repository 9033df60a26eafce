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
  'calendar.read',
  'field.read',
  'lifecycle.read',
  'record.read',
  'record.export',
  'segment.read',
  'history.read',
  'bulk.read',
  'timeline.read',
  'health.read',
  'task.read',
  'playbook.read',
  'plan.read',
  'survey.read',
] as const

const working = [
  'record.create',
  'record.edit',
  'segment.edit',
  'history.undo',
  'bulk.run',
  'timeline.edit',
  'health.override',
  'task.edit',
  'playbook.apply',
  'plan.edit',
] as const

/** For those who lead others. */
const managing = ['playbook.edit', 'scenario.read', 'scenario.edit', 'survey.edit'] as const

const administering = [
  'field.administer',
  'lifecycle.administer',
  'currency.administer',
  'calendar.administer',
  'health.administer',
  'activity.administer',
  'user.administer',
  'company.administer',
  'sign-in.administer',
  'api-token.administer',
  'audit.read',
  'message.read',
  'event.administer',
  'webhook.administer',
  'survey.administer',
] as const

/** Every permission a route can name. */
export const permissions = [...reading, ...working, ...managing, ...administering] as const

export type Permission = (typeof permissions)[number]

const administeringPermissions: ReadonlySet<string> = new Set(administering)

/** Whether it is a permission of those who run the company's account: what they do goes into the audit log. */
export function isAdministering(permission: Permission): boolean {
  return administeringPermissions.has(permission)
}

/** The labels of permissions in the matrix of roles. */
export const permissionLabels: Record<Permission, string> = {
  'self.read': 'View their own profile and sessions',
  'self.edit': 'Edit their own profile, password and two-factor authentication',
  'user.read': 'View teammates',
  'currency.read': 'View currencies',
  'calendar.read': 'View calendars of working days',
  'field.read': 'View fields',
  'lifecycle.read': 'View lifecycle stages',
  'record.read': 'View records',
  'record.export': 'Export the records they see',
  'segment.read': 'View segments',
  'history.read': 'View the history of records',
  'bulk.read': 'View imports',
  'timeline.read': 'View notes, activities, pulses, files and mail',
  'health.read': 'View health scores and their explanations',
  'task.read': 'View tasks',
  'playbook.read': 'View playbooks',
  'plan.read': 'View success plans',
  'survey.read': 'View surveys, and the responses of records they see',
  'record.create': 'Create records',
  'record.edit': 'Edit, move, archive and assign records',
  'segment.edit': 'Create segments and edit their own',
  'history.undo': 'Undo changes',
  'bulk.run': 'Import and bulk update',
  'timeline.edit': 'Log notes, activities, pulses, files and mail',
  'health.override': 'Override the score of a record',
  'task.edit': 'Create, change and complete tasks',
  'playbook.apply': 'Apply playbooks and work on their instances',
  'plan.edit': 'Create, change, complete and share success plans',
  'playbook.edit': 'Create and edit playbooks, and see whether they work',
  'scenario.read': 'View scenarios, and what they did to records',
  'scenario.edit': 'Create, activate and stop scenarios, which change records of the whole company',
  'survey.edit': 'Create, publish and send surveys, and delete responses',
  'field.administer': 'Define fields',
  'lifecycle.administer': 'Define lifecycle stages',
  'currency.administer': 'Manage currencies and exchange rates',
  'calendar.administer': 'Manage calendars of working days and holidays',
  'health.administer': 'Define and publish health scores',
  'activity.administer': 'Manage activity types and templates',
  'user.administer': 'Invite and deactivate users, change roles',
  'company.administer': 'Change how the company looks to customers',
  'sign-in.administer': 'Manage sign-in settings',
  'api-token.administer': 'Create API tokens for the whole company',
  'audit.read': 'Read and export the audit log',
  'message.read': 'Read the outbox',
  'event.administer': 'See failed event deliveries, and retry or discard them',
  'webhook.administer': 'Manage webhooks, which are sent records of the whole company',
  'survey.administer': 'Set how often people are asked, and the key that signs them',
}

/**
 * What each role may do. Row rules narrow it: a Normal User reads and changes only what
 * they own (see the record policy).
 */
export const permissionsByRole: Record<RoleId, readonly Permission[]> = {
  1: [...reading, ...working],
  2: [...reading, ...working, ...managing],
  3: permissions,
  4: reading,
}

export function roleMay(roleId: RoleId, permission: Permission): boolean {
  return permissionsByRole[roleId].includes(permission)
}
