import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { levelOf } from '@steward/contracts/level'
import type { CreateTask, Task } from '@steward/contracts/task'
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react'
import { ApiError, isSessionExpired } from '../../api/api-error.ts'
import { errorPanelProps, errorText } from '../../api/error-text.ts'
import { AppLink } from '../../components/app-link.tsx'
import { FormAlert } from '../../components/settings/form-alert.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { RecordField, type RecordChoice } from './record-field.tsx'
import {
  createTask,
  refreshTasks,
  setTaskBookmark,
  taskQuery,
  updateTask,
  type TaskSubject,
  type Written,
} from './task.calls.ts'
import { TaskComments } from './comments/task-comments.tsx'
import { TaskFields } from './task-fields.tsx'
import { blankForm, changesOf, formOf, isChanged, type TaskForm } from './task-form.rules.ts'
import { TaskHistory } from './task-history.tsx'
import { isDone } from './task-words.ts'
import type { TaskActs } from './use-task-acts.ts'

interface TaskDrawerProps {
  /** null: a new one. */
  taskId: number | null
  subject: TaskSubject | null
  acts: TaskActs
  onClose: () => void
}

const width = 560

/** One task with all that it has: to read, to change, and to complete. */
export function TaskDrawer({ taskId, subject, acts, onClose }: TaskDrawerProps) {
  const found = useQuery({ ...taskQuery(taskId ?? 0), enabled: taskId !== null })
  if (taskId === null) return <TaskEditor found={null} subject={subject} acts={acts} onClose={onClose} />
  if (found.data) {
    return <TaskEditor found={found.data} subject={subject} acts={acts} onClose={onClose} />
  }
  return (
    <Drawer open title="Task" width={width} onOpenChange={(open) => open || onClose()}>
      {found.error ? (
        <ErrorPanel {...errorPanelProps(found.error)} onRetry={() => void found.refetch()} />
      ) : (
        <div className="flex flex-col gap-4" aria-busy="true">
          <Skeleton className="h-8 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </Drawer>
  )
}

type Faults = Readonly<Record<string, string>>

const faultsOf = (error: unknown): Faults => (error instanceof ApiError ? (error.fields ?? {}) : {})

/** Saves what differs; undefined where it was refused. */
function useSaving(task: Task | null, choice: RecordChoice | null, subject: TaskSubject | null) {
  const client = useQueryClient()
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)

  function placed() {
    if (subject) return { level: subject.level.id, parentIdentifier: subject.id }
    if (!choice?.record) return {}
    return { level: choice.level.id, parentIdentifier: Number(choice.record.value) }
  }

  async function save(form: TaskForm, start: TaskForm): Promise<Written | undefined> {
    const changes = changesOf(form, start)
    setBusy(true)
    setError(null)
    try {
      const written = task
        ? await updateTask(task.taskId, { ...changes, version: task.version })
        : await createTask({ ...changes, ...placed() } as CreateTask)
      await refreshTasks(client)
      return written
    } catch (failure) {
      setError(failure)
      return undefined
    } finally {
      setBusy(false)
    }
  }

  const faults = faultsOf(error)
  const alert = error === null || Object.keys(faults).length > 0 ? null : errorText(error)
  return { save, busy, alert, faults }
}

function TaskEditor({
  found,
  subject,
  acts,
  onClose,
}: Omit<TaskDrawerProps, 'taskId'> & { found: Task | null }) {
  // Changes by others are refused on saving, and never overwrite typed text.
  const [task] = useState(found)
  const [start] = useState(() => (task ? formOf(task) : blankForm))
  const [form, setForm] = useState(start)
  const [choice, setChoice] = useState<RecordChoice>({ level: levelOf('account'), record: null })
  const { save, busy, alert, faults } = useSaving(task, choice, subject)
  const [pending, setPending] = useState(0)
  const mayEdit = acts.mayEdit && (task?.mayEdit ?? true)
  const isDirty = isChanged(form, start)

  /** Saves, closes, and calls `then`; stays open where saving was refused. */
  async function close(then?: (task: Task) => Promise<void>) {
    if (isDirty || !task) {
      const written = await save(form, start)
      if (!written) return
      const { taskId, title } = written.data
      acts.done(`“${title}” ${task ? 'saved' : 'created'}`, written.changeSetId, `tasks-${taskId}`)
    }
    onClose()
    if (task) await then?.(task)
  }

  return (
    <Drawer
      open
      title={task ? 'Task' : 'New task'}
      width={width}
      dirty={isDirty && mayEdit}
      onOpenChange={(open) => open || onClose()}
      footer={
        mayEdit && (
          <Footer
            task={task}
            busy={busy || pending > 0}
            logs={form.activityTypeId !== null && task?.record !== null}
            onSave={() => void close()}
            onCancel={onClose}
            onComplete={(logs) => void close((open) => acts.complete([open], logs))}
          />
        )
      }
    >
      <div className="flex flex-col gap-4">
        <FormAlert text={alert} />
        <About task={task} subject={subject} choice={choice} faults={faults} onChoice={setChoice} />
        <TaskFields
          form={form}
          faults={faults}
          disabled={!mayEdit}
          task={task}
          onPending={setPending}
          onChange={setForm}
        />
        {task && <Discussion task={task} mayWrite={mayEdit} />}
      </div>
    </Drawer>
  )
}

/** What was written about a task, and what was done with it. */
function Discussion(props: { task: Task; mayWrite: boolean }) {
  return (
    <>
      <TaskComments {...props} />
      <TaskHistory taskId={props.task.taskId} />
    </>
  )
}

interface AboutProps {
  task: Task | null
  subject: TaskSubject | null
  choice: RecordChoice
  faults: Faults
  onChoice: (choice: RecordChoice) => void
}

/** The record of a task; of a new one that is on no record's page, a choice of one. */
function About({ task, subject, choice, faults, onChoice }: AboutProps) {
  if (task) {
    return (
      <div className="flex min-h-8 items-center justify-between gap-3">
        {task.record && <RecordLine record={task.record} />}
        <Bookmark task={task} />
      </div>
    )
  }
  if (subject) return null
  return <RecordField value={choice} error={faults['parentIdentifier']} onChange={onChoice} />
}

/** Adds or removes the reader's bookmark, at once. */
function Bookmark({ task }: { task: Task }) {
  const client = useQueryClient()
  const [bookmarked, setBookmarked] = useState(task.bookmarked)
  async function toggle() {
    setBookmarked(!bookmarked)
    try {
      await setTaskBookmark(task.taskId, !bookmarked)
      await refreshTasks(client)
    } catch (error) {
      setBookmarked(bookmarked)
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: `tasks-${task.taskId}` })
    }
  }
  return (
    <IconButton
      label={bookmarked ? 'Remove bookmark' : 'Bookmark'}
      pressed={bookmarked}
      icon={bookmarked ? <IconBookmarkFilled aria-hidden /> : <IconBookmark aria-hidden />}
      className="ml-auto"
      onClick={() => void toggle()}
    />
  )
}

function RecordLine({ record }: { record: NonNullable<Task['record']> }) {
  return (
    <p className="text-body text-2">
      About{' '}
      <AppLink
        className="font-medium text-accent-text hover:underline"
        to={paths.record(levelOf(record.level).plural, record.id)}
      >
        {record.name}
      </AppLink>
    </p>
  )
}

interface FooterProps {
  task: Task | null
  busy: boolean
  /** Whether completing it can log an activity. */
  logs: boolean
  onSave: () => void
  onCancel: () => void
  onComplete: (logs: boolean) => void
}

function Footer({ task, busy, logs, onSave, onCancel, onComplete }: FooterProps) {
  const isOpen = task !== null && !isDone(task)
  return (
    <>
      <Button onClick={onCancel}>Cancel</Button>
      {isOpen && logs && (
        <Button busy={busy} onClick={() => onComplete(true)}>
          Complete and log
        </Button>
      )}
      {isOpen && (
        <Button busy={busy} onClick={() => onComplete(false)}>
          Complete
        </Button>
      )}
      <Button variant="primary" busy={busy} onClick={onSave}>
        {task ? 'Save' : 'Create task'}
      </Button>
    </>
  )
}
