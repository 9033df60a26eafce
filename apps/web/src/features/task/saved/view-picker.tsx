import { Suspense, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconBookmarks, IconChevronDown } from '@tabler/icons-react'
import type { SavedTaskView, TaskViewState } from '@steward/contracts/task/view'
import { isSessionExpired } from '../../../api/api-error.ts'
import { useCan } from '../../../api/can.ts'
import { errorText } from '../../../api/error-text.ts'
import { DeleteDialog } from '../../../components/delete-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useAnchor } from '../../../ui/use-anchor.ts'
import type { TaskAddress } from '../use-task-view.ts'
import { deleteTaskView, taskViewsQuery, updateTaskView } from './saved-view.calls.ts'
import { isSameState, stateOf } from './saved-view.rules.ts'
import { ViewMenu, type ViewDialog } from './view-menu.tsx'

const SavedViewDialog = lazyPart(() => import('./saved-view.dialog.tsx'), 'SavedViewDialog')

interface ViewPickerProps {
  address: TaskAddress
  /** The name of the list without a view. */
  plainLabel: string
}

/** Saved views of tasks: choose one, save what is shown, edit and delete. */
export function ViewPicker({ address, plainLabel }: ViewPickerProps) {
  const { data: views = [] } = useQuery(taskViewsQuery)
  const mayEdit = useCan()('task.edit')
  const menu = useAnchor('menu')
  const [opened, setOpened] = useState<ViewDialog | null>(null)
  const client = useQueryClient()
  const saved = views.find(({ viewId }) => viewId === address.viewId) ?? null
  const state = stateOf(address)
  const isModified = saved !== null && !isSameState(saved.view, state)

  async function update({ viewId, name }: SavedTaskView) {
    try {
      await updateTaskView(viewId, { view: state })
      await client.invalidateQueries({ queryKey: taskViewsQuery.queryKey })
      toast.done(`“${name}” saved`, { subject: 'task-view' })
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'task-view' })
    }
  }

  return (
    <>
      <Button
        size="sm"
        icon={<IconBookmarks aria-hidden />}
        aria-label={`Views: ${saved?.name ?? 'all tasks'}${isModified ? ', modified' : ''}`}
        {...menu.button}
      >
        <span className="max-w-40 truncate">{saved?.name ?? 'Views'}</span>
        {isModified && <span className="text-3">Modified</span>}
        <IconChevronDown size={14} className="text-3" aria-hidden />
      </Button>
      {menu.used && (
        <ViewMenu
          anchor={menu.anchor}
          views={views}
          shown={saved}
          plainLabel={plainLabel}
          mayEdit={mayEdit}
          isModified={isModified}
          onClose={menu.close}
          onChoose={(view) => address.showView(view)}
          onUpdate={(view) => void update(view)}
          onOpen={setOpened}
        />
      )}
      <ViewDialogs
        opened={opened}
        saved={saved}
        state={state}
        onName={address.nameView}
        onClose={() => setOpened(null)}
      />
    </>
  )
}

interface ViewDialogsProps {
  opened: ViewDialog | null
  saved: SavedTaskView | null
  state: TaskViewState
  /** Called with the view that is shown from now on. */
  onName: (viewId: number | undefined) => void
  onClose: () => void
}

function ViewDialogs({ opened, saved, state, onName, onClose }: ViewDialogsProps) {
  const client = useQueryClient()
  if (opened === 'delete' && saved) {
    return (
      <DeleteDialog
        name={saved.name}
        description={saved.isPrivate ? 'The tasks stay.' : 'It is deleted for everyone. The tasks stay.'}
        done="View deleted"
        subject="task-view"
        onClose={onClose}
        onDelete={async () => {
          await deleteTaskView(saved.viewId)
          onName(undefined)
          await client.invalidateQueries({ queryKey: taskViewsQuery.queryKey })
        }}
      />
    )
  }
  if (opened === null) return null
  const edited = opened === 'edit' ? saved : null
  return (
    <Suspense>
      <SavedViewDialog saved={edited} state={state} onSaved={onName} onClose={onClose} />
    </Suspense>
  )
}
