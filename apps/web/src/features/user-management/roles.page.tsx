import { useQuery } from '@tanstack/react-query'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { SettingsRows } from '../../components/settings/settings-rows.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { RoleMatrix } from './roles/role-matrix.tsx'
import { rolesQuery } from './user-management.calls.ts'

/** What each role may do. */
export function RolesPage() {
  return (
    <SettingsPage title="Roles" permission="user.administer" what="what the roles may do">
      <Matrix />
    </SettingsPage>
  )
}

const skeleton = (
  <SkeletonRows label="Loading the roles" className="flex flex-col" rowClassName="h-9">
    <Skeleton className="h-3 w-72" />
  </SkeletonRows>
)

function Matrix() {
  const query = useQuery(rolesQuery)
  return (
    <SettingsRows query={query} what="the roles" skeleton={skeleton}>
      {(roles) => <RoleMatrix roles={roles} />}
    </SettingsRows>
  )
}
