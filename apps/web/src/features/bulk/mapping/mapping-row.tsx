import { useState } from 'react'
import { IconPlus } from '@tabler/icons-react'
import type { ColumnMapping } from '@steward/contracts/sheet'
import { dataTypes, type DataType } from '@steward/contracts/data-type'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../../entities/field/index.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Option } from '../../../ui/option.ts'
import type { ColumnGuess, Detection } from '../bulk.calls.ts'
import { ChosenField } from './chosen-field.tsx'
import { withTarget } from './column-target.ts'
import { ColumnValues } from './column-values.tsx'
import { CreateFieldForm } from './create-field-form.tsx'
import type { Choices } from '../wizard/import-draft.ts'
import type { Choose } from '../wizard/import-draft.ts'
import { countText } from '../job-words.ts'
import { FurtherFields } from './further-fields.tsx'
import { withReplaced } from './further-targets.ts'
import { createChoice } from './mapping-choice.ts'

/** Column, examples, type, target; one below the other where there is no room. */
export const mappingColumns = 'md:grid-cols-[minmax(0,3fr)_minmax(0,4fr)_6.5rem_minmax(0,6fr)]'

type MappingRowProps = {
  level: Level
  guess: ColumnGuess
  mapping: ColumnMapping
  detection: Detection
  choices: Choices
  targets: readonly LevelField[]
  options: readonly Option[]
  mayCreate: boolean
  onReplace: (before: ColumnMapping, after: ColumnMapping) => void
  onAdd: (mapping: ColumnMapping) => void
  onChoose: Choose
}

/** A column: what is in it, what it looks like, and where it goes. */
export function MappingRow({ guess, mapping, options, targets, mayCreate, ...rest }: MappingRowProps) {
  const [creating, setCreating] = useState(false)
  const target = targets.find((field) => field.name === mapping.target) ?? null
  const onChange = (after: ColumnMapping) => rest.onReplace(mapping, after)

  function onTake(offered: LevelField) {
    const match = guess.offer?.match
    onChange({ ...withTarget(mapping, offered), ...(match ? { match } : {}) })
  }

  function choose(option: Option | null) {
    setCreating(option?.value === createChoice)
    if (option?.value === createChoice) return
    onChange(withTarget(mapping, targets.find((field) => field.name === option?.value) ?? null))
  }

  return (
    <li
      className={cx(
        'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 border-b border-line px-3 py-1 last:border-b-0 md:leading-8',
        mappingColumns,
      )}
    >
      <p className={cx('truncate font-medium', !target && 'text-2')}>{guess.name}</p>
      <div className="min-w-0 max-md:order-1 max-md:col-span-2">
        <ColumnValues guess={guess} />
        <Misfits guess={guess} />
      </div>
      <div>
        <Badge>{dataTypes[guess.dataType as DataType]?.label ?? 'Text'}</Badge>
      </div>
      <div className="flex min-w-0 flex-col gap-1 leading-5 max-md:order-2 max-md:col-span-2">
        <div className="flex items-center gap-1">
          <Combobox
            aria-label={`Field for ${guess.name}`}
            placeholder="Do not import"
            options={options}
            value={target && { value: target.name, label: target.displayName }}
            onChange={choose}
          />
          {mayCreate && !target && (
            <IconButton
              label={`Create a field from ${guess.name}`}
              icon={<IconPlus aria-hidden />}
              pressed={creating}
              onClick={() => setCreating(!creating)}
            />
          )}
        </div>
        {creating && (
          <CreateFieldForm
            level={rest.level}
            guess={guess}
            onCreated={(field) => {
              setCreating(false)
              const mapped = withTarget(mapping, field)
              rest.onChoose({
                columns: withReplaced(rest.choices.columns, mapping, mapped),
                newFields: [...rest.choices.newFields, field.name],
              })
            }}
            onCancel={() => setCreating(false)}
          />
        )}
        {target ? (
          <>
            <ChosenField guess={guess} mapping={mapping} target={target} onChange={onChange} {...rest} />
            <FurtherFields guess={guess} mapping={mapping} options={options} targets={targets} {...rest} />
          </>
        ) : (
          <Offer guess={guess} targets={targets} onTake={onTake} />
        )}
      </div>
    </li>
  )
}

type OfferProps = { guess: ColumnGuess; targets: readonly LevelField[]; onTake: (field: LevelField) => void }

/** A field that the column may be for, too unsure to be chosen for the reader. */
function Offer({ guess, targets, onTake }: OfferProps) {
  const field = targets.find(({ name }) => name === guess.offer?.target)
  if (!field || !guess.offer) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-label text-2">
      <span>
        Maybe {field.displayName}? {guess.offer.why}
      </span>
      <Button size="sm" onClick={() => onTake(field)}>
        Use {field.displayName}
      </Button>
    </p>
  )
}

/** Values that the type does not fit. */
function Misfits({ guess: { misfits, dataType } }: { guess: ColumnGuess }) {
  if (misfits.count === 0) return null
  const [one, several] = { date: ['a date', 'dates'], email: ['an email address', 'email addresses'] }[
    dataType
  ] ?? ['a number', 'numbers']
  const examples = misfits.samples.map((text) => `“${text}”`).join(', ')
  return (
    <p className="text-label leading-5 text-average">
      {countText(misfits.count, 'value')} {misfits.count === 1 ? `is not ${one}` : `are not ${several}`}
      {examples && (misfits.count === 1 ? `: ${examples}` : `, such as ${examples}`)}.
    </p>
  )
}
