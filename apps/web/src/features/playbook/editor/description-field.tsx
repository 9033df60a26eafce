import { useState } from 'react'
import { IconPencil } from '@tabler/icons-react'
import { StoredTextView } from '../../../entities/rich-text/index.ts'
import { RichTextInput } from '../../../entities/value/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'

type DescriptionFieldProps = {
  /** As rich text is stored. */
  text: string | null
  error: string | undefined
  onChange: (text: string | null) => void
}

/** The description of a step. A playbook has many of them, so the editor comes once it is asked for. */
export function DescriptionField({ text, error, onChange }: DescriptionFieldProps) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen || error) {
    return (
      <Field label="Description" error={error}>
        <RichTextInput text={text ?? ''} autoFocus={isOpen} onChange={(next) => onChange(next || null)} />
      </Field>
    )
  }
  return (
    <div className="flex flex-col items-start gap-1">
      {text && (
        <>
          <span className="font-medium">Description</span>
          <StoredTextView text={text} />
        </>
      )}
      <Button size="sm" icon={<IconPencil aria-hidden />} onClick={() => setOpen(true)}>
        {text ? 'Edit description' : 'Add description'}
      </Button>
    </div>
  )
}
