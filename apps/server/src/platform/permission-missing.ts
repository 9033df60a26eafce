import { permissionLabels, type Permission } from '@steward/contracts/plain/permission'
import type { Actor } from './actor.ts'
import { AppError } from './errors.ts'

/** Says in words what the caller has no access to, and who can give it. */
export function permissionMissing(
  { scopes }: Pick<Actor, 'scopes'>,
  permission: Permission,
  fields?: Record<string, string>,
): AppError {
  const what = `“${permissionLabels[permission]}”`
  const text = scopes
    ? `This token doesn't include ${what}. Use a token that does.`
    : `Your role doesn't include ${what}. Ask an administrator of your company for access.`
  return new AppError('forbidden', 'permission.missing', text, fields)
}
