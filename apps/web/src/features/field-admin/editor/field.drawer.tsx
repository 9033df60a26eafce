import { useId, useRef, useState } from 'react'
import type { Field } from '@steward/contracts/field'
import type { Level } from '@steward/contracts/level'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { DeleteFieldDialog } from '../delete/delete-field.dialog.tsx'
import { ChangeTypeDialog } from '../type-change/change-type.dialog.tsx'
import { FieldForm } from './field-form.tsx'
import { useFieldForm } from './use-field-form.ts'

type FieldDrawerProps = {
  level: Level
  /** null for a new field. */
  field: Field | null
  /** All custom fields of the level. */
  fields: readonly Field[]
  onClose: () => void
}

/** Defines a field, or changes one. */
export function FieldDrawer({ level, field, fields, onClose }: FieldDrawerProps) {
  const formId = useId()
  const nameRef = useRef<HTMLInputElement>(null)
  const [deleting, setDeleting] = useState(false)
  const [retyping, setRetyping] = useState(false)
  const form = useFieldForm(level, field, onClose)
  return (
    <Drawer
      open
      dirty={form.isDirty}
      onOpenChange={(open) => !open && onClose()}
      title={field ? field.displayName : `New ${level.name} field`}
      initialFocus={nameRef}
      width={520}
      footer={
        <>
          {field && (
            <Button variant="ghost" className="mr-auto text-poor" onClick={() => setDeleting(true)}>
              Delete…
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={form.isBusy}>
            Save field
          </Button>
        </>
      }
    >
      <FieldForm
        id={formId}
        level={level}
        field={field}
        fields={fields}
        form={form}
        nameRef={nameRef}
        onChangeType={() => setRetyping(true)}
      />
      {retyping && field && (
        <ChangeTypeDialog
          level={level}
          field={field}
          onClose={() => setRetyping(false)}
          onChanged={onClose}
        />
      )}
      {deleting && field && (
        <DeleteFieldDialog
          level={level}
          field={field}
          onClose={() => setDeleting(false)}
          onDeleted={onClose}
        />
      )}
    </Drawer>
  )
}
