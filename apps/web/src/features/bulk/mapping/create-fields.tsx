import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import { useCan } from '../../../api/can.ts'
import { errorText } from '../../../api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { numberText } from '../../../ui/reader.ts'
import type { ColumnGuess, Detection, NewField } from '../bulk.calls.ts'
import { withTarget } from './column-target.ts'
import { homelessColumns, isOfferedAsName, offeredLabel } from './homeless-columns.ts'
import { fieldFrom, fieldTypeOptions, useCreateFields } from './create-field.ts'
import type { Choices } from '../wizard/import-draft.ts'
import { countText } from '../job-words.ts'
import type { Choose } from '../wizard/import-draft.ts'

type CreateFieldsProps = {
  level: Level
  detection: Detection
  choices: Choices
  onChoose: Choose
  /** Called once all fields are there and their columns go to them. */
  onCreated?: () => void
}

/** Offers to make fields out of all columns that have none yet. */
export function CreateFields(props: CreateFieldsProps) {
  const may = useCan()
  const [open, setOpen] = useState(false)
  const homeless = homelessColumns(props.detection, props.choices)
  const { length } = homeless.filter((guess) => !isOfferedAsName(guess, props.choices))
  if (!may('field.administer') || (length === 0 && !open)) return null
  return (
    <>
      <Button size="sm" icon={<IconPlus aria-hidden />} onClick={() => setOpen(true)}>
        Create {length === 1 ? 'a field' : 'fields'} for {countText(length, 'column')}
      </Button>
      {open && <FieldsDialog {...props} homeless={homeless} onClose={() => setOpen(false)} />}
    </>
  )
}

type FieldsDialogProps = CreateFieldsProps & { homeless: readonly ColumnGuess[]; onClose: () => void }

function FieldsDialog({ level, choices, onChoose, onCreated, homeless, onClose }: FieldsDialogProps) {
  const [wanted, setWanted] = useState<ReadonlyMap<number, NewField>>(
    () =>
      new Map(
        homeless
          .filter((guess) => !isOfferedAsName(guess, choices))
          .map((guess) => [guess.column, fieldFrom(guess)]),
      ),
  )
  const [done, setDone] = useState(0)
  const createFields = useCreateFields(level)
  const create = useMutation({
    async mutationFn() {
      const { created, error } = await createFields(wanted, setDone)
      // Fields that were created are used, even if a later one was refused.
      onChoose({
        columns: choices.columns.map((mapping) => {
          const field = mapping.target === null ? created.get(mapping.column) : undefined
          return field ? withTarget(mapping, field) : mapping
        }),
        newFields: [...choices.newFields, ...[...created.values()].map(({ name }) => name)],
      })
      setWanted(new Map([...wanted].filter(([column]) => !created.has(column))))
      setDone(0)
      if (error !== null) throw error
    },
    onSuccess() {
      onCreated?.()
      onClose()
    },
  })

  function change(column: number, field: NewField | null) {
    const next = new Map(wanted)
    if (field) next.set(column, field)
    else next.delete(column)
    setWanted(next)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !create.isPending && onClose()}
      width={560}
      title="Create fields from columns"
      description={`These fields are added to every ${level.name}. You can change their types later.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={create.isPending}
            disabled={wanted.size === 0}
            onClick={() => create.mutate()}
          >
            Create {countText(wanted.size, 'field')}
          </Button>
        </>
      }
    >
      {create.error && (
        <p role="alert" className="mb-3 text-poor">
          {errorText(create.error)}
        </p>
      )}
      {create.isPending && (
        <p role="status" className="tabular mb-3 text-2">
          {numberText(done)} of {countText(wanted.size, 'field')} created
        </p>
      )}
      <ul className="flex flex-col gap-1">
        {homeless.map((guess) => {
          const field = wanted.get(guess.column) ?? fieldFrom(guess)
          return (
            <li
              key={guess.column}
              className="grid items-center gap-x-3 gap-y-1 sm:grid-cols-[minmax(0,1fr)_11rem]"
            >
              <div className="min-w-0">
                <Checkbox
                  className="min-w-0 truncate"
                  label={field.displayName}
                  checked={wanted.has(guess.column)}
                  onCheckedChange={(checked) => change(guess.column, checked ? field : null)}
                />
                {isOfferedAsName(guess, choices) && (
                  <p className="pl-6 text-label text-2">
                    Maybe {offeredLabel(guess)}: {guess.offer?.why}
                  </p>
                )}
                {guess.distinct === 1 && guess.filled > 1 && (
                  <p className="truncate pl-6 text-label text-3">Always “{guess.samples[0]}”</p>
                )}
              </div>
              <Select
                size="sm"
                aria-label={`Type of ${guess.name}`}
                value={field.dataType}
                disabled={!wanted.has(guess.column)}
                onChange={(dataType) => dataType && change(guess.column, { ...field, dataType })}
                options={fieldTypeOptions}
              />
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
