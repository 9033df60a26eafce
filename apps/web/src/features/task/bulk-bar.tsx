import { useQuery } from '@tanstack/react-query'
import type { Task } from '@steward/contracts/task'
import { fullName, usersQuery } from '../../entities/user/index.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import type { TaskActs } from './use-task-acts.ts'

interface BulkBarProps {
  tasks: readonly Task[]
  acts: TaskActs
  onClear: () => void
}

/** What can be done with all selected tasks at once. */
export function BulkBar({ tasks, acts, onClear }: BulkBarProps) {
  const { data: users = [] } = useQuery(usersQuery)
  const options = users
    .filter((user) => !user.disableMessage)
    .map((user) => ({ value: user.userId, label: fullName(user) }))
  const run = (work: Promise<void>) => void work.then(onClear)
  return (
    <div
      role="group"
      aria-label="Selected tasks"
      data-print="off"
      className="flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-2"
    >
      <span className="tabular text-body font-medium" role="status">
        {tasks.length} selected
      </span>
      <Button size="sm" variant="primary" onClick={() => run(acts.complete(tasks))}>
        Complete
      </Button>
      <Button size="sm" onClick={() => run(acts.start(tasks))}>
        Start
      </Button>
      <Button size="sm" onClick={() => run(acts.archive(tasks))}>
        Archive
      </Button>
      <Combobox
        aria-label="Assign to"
        placeholder="Assign to"
        size="sm"
        className="w-44"
        options={options}
        value={null}
        onChange={(option) => option && run(acts.reassign(tasks, Number(option.value)))}
      />
      <DateField
        aria-label="Due date of the selected tasks"
        size="sm"
        className="w-36"
        value={null}
        onChange={(day) => day && run(acts.reschedule(tasks, day))}
      />
      <Button size="sm" variant="ghost" className="ml-auto" onClick={onClear}>
        Clear
      </Button>
    </div>
  )
}
