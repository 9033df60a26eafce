import type { ReactNode } from 'react'
import { FormAlert } from '../../components/settings/form-alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'

interface FormDrawerProps {
  title: string
  action: string
  dirty: boolean
  busy: boolean
  alert: string | null
  onSave: () => void
  onClose: () => void
  children: ReactNode
}

/** A form of a plan or a part of it. */
export function FormDrawer({
  title,
  action,
  dirty,
  busy,
  alert,
  onSave,
  onClose,
  children,
}: FormDrawerProps) {
  return (
    <Drawer
      open
      title={title}
      width={520}
      dirty={dirty}
      onOpenChange={(open) => open || onClose()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={onSave}>
            {action}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onSave()
        }}
      >
        <FormAlert text={alert} />
        {children}
      </form>
    </Drawer>
  )
}
