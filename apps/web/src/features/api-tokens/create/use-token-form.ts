import { useState, type RefObject } from 'react'
import { permissionsByRole, roleIds, type Permission, type RoleId } from '@steward/contracts/plain/permission'
import { ApiError, isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { useUser } from '../../../api/session.ts'
import { toast } from '../../../ui/toast.tsx'
import { useCreateToken, type CreatedToken, type TokenScope } from '../api-tokens.calls.ts'
import { type Access, permissionsOf } from '../permission-groups.ts'
import { daysOf, type Expiry } from './expiry.ts'

type Faults = Readonly<Partial<Record<'name' | 'permissions' | 'roleId' | 'expiresInDays', string>>>

/** The faults of an answer, those of single permissions as one. */
function faultsOf(fields: Record<string, string>): Faults {
  const [, permission] = Object.entries(fields).find(([path]) => path.startsWith('permissions')) ?? []
  return { ...fields, permissions: permission }
}

/** What a new token is called, what it may do, and how long it works. */
export function useTokenForm(
  scope: TokenScope,
  nameRef: RefObject<HTMLInputElement | null>,
  onCreated: (created: CreatedToken) => void,
) {
  const user = useUser()
  const [name, setName] = useState('')
  const [ownRole, setOwnRole] = useState<RoleId>(roleIds.viewer)
  const [access, setAccess] = useState<Access>('read')
  const [chosen, setChosen] = useState<ReadonlySet<Permission>>(new Set())
  const [expiry, setExpiry] = useState<Expiry>('90')
  const [faults, setFaults] = useState<Faults>({})
  const create = useCreateToken()
  const roleId = scope === 'personal' ? user.roleId : ownRole
  const offered = permissionsByRole[roleId]
  // Another role may have less to give.
  const permissions =
    access === 'custom'
      ? offered.filter((permission) => chosen.has(permission))
      : permissionsOf(offered, access)

  const without = (field: keyof Faults) => setFaults((before) => ({ ...before, [field]: undefined }))

  function check(): boolean {
    const found: Faults = {
      name: name.trim() ? undefined : 'Enter a name.',
      permissions: permissions.length > 0 ? undefined : 'Choose at least one permission.',
    }
    setFaults(found)
    if (found.name) nameRef.current?.focus()
    return !found.name && !found.permissions
  }

  async function submit() {
    if (create.isPending || !check()) return
    const role = scope === 'tenant' ? { roleId } : {}
    try {
      onCreated(
        await create.mutateAsync({
          scope,
          name: name.trim(),
          permissions,
          expiresInDays: daysOf(expiry),
          ...role,
        }),
      )
    } catch (error) {
      if (isSessionExpired(error)) return
      if (error instanceof ApiError && error.fields) setFaults(faultsOf(error.fields))
      else toast.error(errorText(error), { subject: 'api-token' })
    }
  }

  return {
    name,
    roleId,
    offered,
    chosen: new Set(permissions) as ReadonlySet<Permission>,
    expiry,
    faults,
    busy: create.isPending,
    dirty: name !== '' || access !== 'read',
    submit,
    setName(text: string) {
      without('name')
      setName(text)
    },
    setRole(next: RoleId) {
      without('roleId')
      setOwnRole(next)
    },
    access,
    /** The permissions stay as they are until single ones are changed. */
    setAccess(next: Access) {
      without('permissions')
      if (next === 'custom') setChosen(new Set(permissions))
      setAccess(next)
    },
    setChosen(next: ReadonlySet<Permission>) {
      without('permissions')
      setAccess('custom')
      setChosen(next)
    },
    setExpiry,
  }
}

export type TokenFormState = ReturnType<typeof useTokenForm>
