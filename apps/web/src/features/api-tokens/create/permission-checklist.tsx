import { IconAlertCircle } from '@tabler/icons-react'
import type { Permission } from '@steward/contracts/plain/permission'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import {
  type Access,
  permissionGroupsOf,
  permissionText,
  type PermissionGroup,
} from '../permission-groups.ts'

type PermissionChecklistProps = {
  offered: readonly Permission[]
  access: Access
  onAccess: (access: Access) => void
  chosen: ReadonlySet<Permission>
  /** Chooses single permissions. */
  onChange: (chosen: ReadonlySet<Permission>) => void
  error: string | undefined
}

const accesses = [
  { value: 'read' as const, label: 'Read everything' },
  { value: 'write' as const, label: 'Read and write' },
  { value: 'custom' as const, label: 'Custom' },
]

/** What a token may do: one of two usual sets, single permissions, or a whole group of them. */
export function PermissionChecklist(props: PermissionChecklistProps) {
  const { offered, access, onAccess, chosen, onChange, error } = props

  function set(permissions: readonly Permission[], isOn: boolean) {
    const next = new Set(chosen)
    for (const permission of permissions) {
      if (isOn) next.add(permission)
      else next.delete(permission)
    }
    onChange(next)
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="pb-1.5 font-medium">Permissions</legend>
      <Segmented<Access>
        label="Access"
        size="md"
        className="self-start"
        value={access}
        options={accesses}
        onChange={onAccess}
      />
      {permissionGroupsOf(offered).map((group) => (
        <Group key={group.title} group={group} chosen={chosen} onSet={set} />
      ))}
      <div role="alert" className="empty:hidden">
        {error && (
          <p className="flex items-start gap-1 text-label text-poor">
            <IconAlertCircle size={14} className="mt-px shrink-0" aria-hidden />
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}

type GroupProps = {
  group: PermissionGroup
  chosen: ReadonlySet<Permission>
  onSet: (permissions: readonly Permission[], isOn: boolean) => void
}

function Group({ group: { title, permissions }, chosen, onSet }: GroupProps) {
  const count = permissions.filter((permission) => chosen.has(permission)).length
  const all = count === permissions.length
  return (
    <div role="group" aria-label={title} className="rounded-card border border-line">
      <div className="border-b border-line bg-sunken px-3 py-1">
        <Checkbox
          label={<span className="font-medium">{title}</span>}
          checked={all}
          indeterminate={count > 0 && !all}
          onCheckedChange={(isOn) => onSet(permissions, isOn)}
        />
      </div>
      <div className="flex flex-col px-3 py-1.5">
        {permissions.map((permission) => (
          <Checkbox
            key={permission}
            label={permissionText(permission)}
            checked={chosen.has(permission)}
            onCheckedChange={(isOn) => onSet([permission], isOn)}
          />
        ))}
      </div>
    </div>
  )
}
