import type { RefObject } from 'react'
import { useQuery } from '@tanstack/react-query'
import { fullName, usersQuery } from '../../entities/user/index.ts'
import { AnchoredPopover } from '../../ui/anchored.tsx'
import { Button } from '../../ui/button.tsx'
import { Calendar } from '../../ui/calendar.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import type { QuickEdit } from './task-row.tsx'
import type { TaskActs } from './use-task-acts.ts'

interface QuickEditorProps {
  edit: QuickEdit
  acts: TaskActs
  finalFocus: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Sets the due date or the assignee of one task, beside its title. */
export function QuickEditor({ edit, acts, finalFocus, onClose }: QuickEditorProps) {
  const { task, what, anchor } = edit
  const label = what === 'due' ? `Due date of ${task.title}` : `Assignee of ${task.title}`
  function run(act: Promise<void>) {
    onClose()
    void act
  }
  return (
    <AnchoredPopover anchor={anchor} label={label} onClose={onClose} finalFocus={finalFocus}>
      {what === 'due' ? (
        <>
          <Calendar value={task.dueDate} onPick={(day) => run(acts.reschedule([task], day))} />
          {task.dueDate !== null && (
            <Button
              size="sm"
              variant="ghost"
              className="m-2 mt-0"
              onClick={() => run(acts.reschedule([task], null))}
            >
              Remove the date
            </Button>
          )}
        </>
      ) : (
        <AssigneeChoice label={label} onChoose={(userId) => run(acts.reassign([task], userId))} />
      )}
    </AnchoredPopover>
  )
}

function AssigneeChoice({ label, onChoose }: { label: string; onChoose: (userId: number | null) => void }) {
  const { data: users = [] } = useQuery(usersQuery)
  const options = users
    .filter((user) => !user.disableMessage)
    .map((user) => ({ value: user.userId, label: fullName(user) }))
  return (
    <div className="flex w-64 flex-col gap-2 p-2">
      <Combobox
        aria-label={label}
        placeholder="Assign to"
        options={options}
        value={null}
        onChange={(option) => option && onChoose(Number(option.value))}
      />
      <Button size="sm" variant="ghost" className="self-start" onClick={() => onChoose(null)}>
        Assign to no one
      </Button>
    </div>
  )
}
