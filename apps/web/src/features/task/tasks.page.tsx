import { IconPlus } from '@tabler/icons-react'
import { useCan } from '../../api/can.ts'
import { PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { NoPermission } from '../../components/settings/no-permission.tsx'
import { useUndoKey } from '../../entities/change-set/index.ts'
import { Button } from '../../ui/button.tsx'
import { TasksView } from './tasks-view.tsx'

/** What there is to do: one's own tasks, or those of everyone. */
export function TasksPage() {
  const may = useCan()
  const [, change] = useSearchParams()
  useUndoKey()
  return (
    <PageFrame title="Tasks">
      <PageHeader title="Tasks">
        {may('task.edit') && (
          <Button
            variant="primary"
            size="sm"
            icon={<IconPlus aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => change({ task: 'new' })}
          >
            New task
          </Button>
        )}
      </PageHeader>
      {may('task.read') ? <TasksView subject={null} /> : <NoPermission what="tasks" />}
    </PageFrame>
  )
}
