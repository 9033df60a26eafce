import { useBlocker } from '@tanstack/react-router'
import { readSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useDirty } from '../../ui/dirty.ts'

type LeaveWarningProps = {
  /** Whether something on the page is not saved. */
  dirty: boolean
  /** A search parameter whose change leaves what is being edited, such as the tab of the level. */
  by?: string
  /** What happens to the changes. */
  description?: string
}

const lost = 'Your unsaved changes will be lost.'

type Place = { pathname: string; search: unknown }

const valueOf = ({ search }: Place, name: string) => (search as Record<string, unknown>)[name]

/** Asks before a page with unsaved sections is left: by a link, by Back, or by closing the window. */
export function LeaveWarning({ dirty, by, description = lost }: LeaveWarningProps) {
  useDirty(dirty)
  const blocker = useBlocker({
    disabled: !dirty,
    enableBeforeUnload: false,
    withResolver: true,
    shouldBlockFn({ current, next }: { current: Place; next: Place }) {
      if (readSession().state === 'signed-out') return false
      return (
        current.pathname !== next.pathname || (by !== undefined && valueOf(current, by) !== valueOf(next, by))
      )
    },
  })
  return (
    <Dialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      // A tab that gets the focus back would be chosen again.
      finalFocus={() => document.querySelector<HTMLElement>('h1')}
      title="Leave without saving?"
      description={description}
      footer={
        <>
          <Button onClick={() => blocker.reset?.()}>Stay</Button>
          <Button variant="danger" onClick={() => blocker.proceed?.()}>
            Leave
          </Button>
        </>
      }
    />
  )
}
