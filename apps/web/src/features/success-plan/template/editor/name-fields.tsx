import { useState } from 'react'
import { IconPlus } from '@tabler/icons-react'
import { planLimits } from '@steward/contracts/plain/success-plan'
import { RichTextInput } from '../../../../entities/value/index.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'
import { NumberField } from '../../../../ui/number-field.tsx'
import type { ItemForm } from './template-form.ts'

export interface PartProps<Item extends ItemForm = ItemForm> {
  item: Item
  faultOf: (field: string) => string | undefined
  onChange: (item: ItemForm) => void
}

/** What all items have: a name, days where they have some, and a text. */
export function NameFields({ item, faultOf, onChange }: PartProps) {
  const [isDescribed, setDescribed] = useState(item.description !== null)
  return (
    <>
      <Field label="Name" required error={faultOf('name')}>
        <Input
          value={item.name}
          maxLength={planLimits.name}
          onChange={(event) => onChange({ ...item, name: event.target.value })}
        />
      </Field>
      {item.kind !== 'NOTE' && (
        <div className="grid grid-cols-2 gap-4 sm:max-w-100">
          <Field label="Starts on day" error={faultOf('startDay')}>
            <NumberField
              decimals={0}
              min={0}
              value={item.startDay}
              onChange={(startDay) => onChange({ ...item, startDay })}
            />
          </Field>
          <Field label="Due on day" error={faultOf('dueDay')}>
            <NumberField
              decimals={0}
              min={0}
              value={item.dueDay}
              onChange={(dueDay) => onChange({ ...item, dueDay })}
            />
          </Field>
        </div>
      )}
      {isDescribed ? (
        <Field label="Description" error={faultOf('description')}>
          <RichTextInput
            text={item.description ?? ''}
            onChange={(text) => onChange({ ...item, description: text || null })}
          />
        </Field>
      ) : (
        <div>
          <Button
            size="sm"
            variant="ghost"
            icon={<IconPlus aria-hidden />}
            onClick={() => setDescribed(true)}
          >
            Add description
          </Button>
        </div>
      )}
    </>
  )
}
