import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../api/can.ts'
import { churnReasonsQuery } from './churn-reasons.calls.ts'
import { errorPanelProps } from '../../../api/error-text.ts'
import { PageContent, PageFrame } from '../../../components/page-frame.tsx'
import { NoPermission } from '../../../components/settings/no-permission.tsx'
import { SettingsHeader } from '../../../components/settings/settings-header.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { TableSkeleton } from '../custom/table-skeleton.tsx'
import { ReasonEditor } from './reason-editor.tsx'

const title = 'Churn reasons'

/** Why customers leave: what people choose from when they mark one churned. */
export function ChurnReasonsPage() {
  const may = useCan()('field.administer')
  return (
    <PageFrame title={title}>
      <SettingsHeader title={title} />
      <PageContent>{may ? <Reasons /> : <NoPermission what="how churn reasons are set up" />}</PageContent>
    </PageFrame>
  )
}

function Reasons() {
  const { data: reasons, error, refetch } = useQuery(churnReasonsQuery)
  if (reasons) return <ReasonEditor saved={reasons} />
  if (error) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  return <TableSkeleton label="Loading the churn reasons" />
}
