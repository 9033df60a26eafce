import { Fragment } from 'react'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import type { Permission } from '@steward/contracts/plain/permission'
import type { Role } from '@steward/contracts/user-management'
import { AppLink } from '../../../components/app-link.tsx'
import { paths } from '../../../paths.ts'
import { permissionGroups, permissionText } from './permission-groups.ts'
import { numberText } from '../../../ui/reader.ts'

function usersText(count: number): string {
  return count === 1 ? '1 user' : `${numberText(count)} users`
}

/** Permissions down, roles across; a mark and a word for assistive technology in every cell. */
export function RoleMatrix({ roles }: { roles: readonly Role[] }) {
  return (
    <>
      <table className="w-full max-w-5xl border-separate border-spacing-0 text-body">
        <caption className="hidden-text">Role permissions</caption>
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky top-0 z-1 border-b border-line bg-surface px-4 py-2 text-left align-bottom text-label font-medium text-2"
            >
              Permission
            </th>
            {roles.map((role) => (
              <th
                key={role.roleId}
                scope="col"
                className="sticky top-0 z-1 w-28 border-b border-line bg-surface px-1.5 py-2 align-bottom font-medium max-md:w-12"
              >
                {/* A small window has the height for the names, not the width. */}
                <span className="inline-block whitespace-nowrap max-md:rotate-180 max-md:[writing-mode:vertical-rl]">
                  {role.name}
                  <AppLink
                    to={`${paths.users}?q=${encodeURIComponent(role.name)}`}
                    className="tabular block rounded-chip text-label font-normal text-2 hover:text-1 hover:underline"
                  >
                    {usersText(role.userCount)}
                    <span className="hidden-text"> with the role {role.name}</span>
                  </AppLink>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {permissionGroups(roles).map((group) => (
            <Fragment key={group.title}>
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={roles.length + 1}
                  className="border-b border-line bg-sunken px-4 py-1.5 text-left text-label font-medium text-2"
                >
                  {group.title}
                </th>
              </tr>
              {group.permissions.map((permission) => (
                <Row key={permission} permission={permission} roles={roles} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
      <p className="max-w-3xl px-4 py-4 text-label text-2">
        A Normal User sees and changes only records they own; all other roles see every record. The four roles
        are fixed.
      </p>
    </>
  )
}

function Row({ permission, roles }: { permission: Permission; roles: readonly Role[] }) {
  return (
    <tr className="hover:bg-hover">
      <th scope="row" className="border-b border-line px-4 py-2 text-left font-normal">
        {permissionText(permission)}
      </th>
      {roles.map((role) => (
        <td key={role.roleId} className="border-b border-line px-1.5 py-2 text-center">
          <Mark held={role.permissions.includes(permission)} />
        </td>
      ))}
    </tr>
  )
}

function Mark({ held }: { held: boolean }) {
  return (
    <>
      {held ? (
        <IconCheck size={18} stroke={2.25} className="inline text-good-mark" aria-hidden />
      ) : (
        <IconMinus size={16} className="inline text-3" aria-hidden />
      )}
      <span className="hidden-text">{held ? 'Yes' : 'No'}</span>
    </>
  )
}
