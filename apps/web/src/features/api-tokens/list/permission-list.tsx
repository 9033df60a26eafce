import type { ApiToken } from '@steward/contracts/api-token'
import { AnchoredPopover } from '../../../ui/anchored.tsx'
import { permissionGroupsOf, permissionText } from '../permission-groups.ts'

type PermissionListProps = { anchor: Element | null; token: ApiToken; onClose: () => void }

/** What a token may do, in words. */
export function PermissionList({ anchor, token, onClose }: PermissionListProps) {
  return (
    <AnchoredPopover
      anchor={anchor}
      label={`Permissions of ${token.name}`}
      onClose={onClose}
      className="w-72 gap-3 overflow-y-auto p-3"
    >
      {permissionGroupsOf(token.permissions).map((group) => (
        <section key={group.title} aria-label={group.title}>
          <p className="pb-1 text-label font-medium text-2">{group.title}</p>
          <ul className="flex flex-col gap-1">
            {group.permissions.map((permission) => (
              <li key={permission}>
                {permissionText(permission)}
                <code className="block font-mono text-meta text-3">{permission}</code>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </AnchoredPopover>
  )
}
