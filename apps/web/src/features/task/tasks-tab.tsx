import { useRecordScreen } from '../../entities/record-screen/index.ts'
import { TasksView } from './tasks-view.tsx'

/** The tasks of a record and of the records below it. */
export function TasksTab() {
  const { level, id } = useRecordScreen()
  return <TasksView key={`${level.name}-${id}`} subject={{ level, id }} />
}
