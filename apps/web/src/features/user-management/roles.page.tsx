import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { NoPermission } from '../../components/settings/no-permission.tsx'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { SettingsHeader } from '../../components/settings/settings-header.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { RoleMatrix } from './roles/role-matrix.tsx'
import { rolesQuery } from './user-management.calls.ts'

/** Role permissions. */
export function RolesPage() {
  const may = useCan()('user.administer')
  return (
    <PageFrame title="Roles">
      <SettingsHeader title="Roles" />
      <PageContent>{may ? <Matrix /> : <NoPermission what="the roles" />}</PageContent>
    </PageFrame>
  )
}

function Matrix() {
  const { data, error, refetch } = useQuery(rolesQuery)
  if (data) return <RoleMatrix roles={data} />
  if (error) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  return (
    <SkeletonRows label="Loading the roles" className="flex flex-col" rowClassName="h-9">
      <Skeleton className="h-3 w-72" />
    </SkeletonRows>
  )
}
