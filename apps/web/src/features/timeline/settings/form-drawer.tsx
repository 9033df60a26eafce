import type { KeyboardEvent, ReactNode } from 'react'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'

type FormDrawerProps = {
  title: string
  action: string
  dirty: boolean
  busy: boolean
  alert: string | null
  width?: number
  onSave: () => void
  onClose: () => void
  children: ReactNode
}

/** A form of the settings in a panel; Ctrl or ⌘ Enter saves. */
export function FormDrawer({
  title,
  action,
  dirty,
  busy,
  alert,
  width,
  onSave,
  onClose,
  children,
}: FormDrawerProps) {
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onSave()
  }
  return (
    <Drawer
      open
      title={title}
      dirty={dirty}
      width={width}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={onSave}>
            {action}
          </Button>
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key works from every field */}
      <div className="flex flex-col gap-4" onKeyDown={onKeyDown}>
        <FormAlert text={alert} />
        {children}
      </div>
    </Drawer>
  )
}
