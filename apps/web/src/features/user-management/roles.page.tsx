import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { NoPermission } from '../../components/settings/no-permission.tsx'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { SettingsHeader } from '../../components/settings/settings-header.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RoleMatrix } from './roles/role-matrix.tsx'
import { rolesQuery } from './user-management.calls.ts'

/** What each role may do. */
export function RolesPage() {
  const may = useCan()('user.administer')
  return (
    <PageFrame title="Roles">
      <SettingsHeader title="Roles" />
      <PageContent>{may ? <Matrix /> : <NoPermission what="what the roles may do" />}</PageContent>
    </PageFrame>
  )
}

const bars = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']

function Matrix() {
  const { data, error, refetch } = useQuery(rolesQuery)
  if (data) return <RoleMatrix roles={data} />
  if (error) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  return (
    <div role="status" className="flex flex-col">
      <span className="hidden-text">Loading the roles</span>
      {bars.map((bar) => (
        <div key={bar} className="flex h-9 items-center border-b border-line px-4">
          <Skeleton className="h-3 w-72" />
        </div>
      ))}
    </div>
  )
}
