import { useQuery } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import { levelFieldsQuery, type LevelField } from '../../../entities/field/index.ts'
import { levelTitle } from '../../../entities/level/index.ts'
import { useValueLookups } from '../../../entities/value/index.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import type { Detection } from '../bulk.calls.ts'
import type { Choices, Choose } from '../wizard/import-draft.ts'
import { DefaultValue } from '../mapping/default-value.tsx'
import { MatchingChoice } from '../mapping/matching-choice.tsx'
import { MissingFrom } from './missing-from.tsx'

type ReimportProps = { level: Level; choices: Choices; onChoose: Choose }
type ReimportChoicesProps = ReimportProps & { detection: Detection }

const parents = new Set(['organization', 'account'])

const changedParents = [
  { value: 'move', label: 'Move the record' },
  { value: 'keep', label: 'Leave it where it is' },
] as const

const missingRecords = [
  { value: 'leave', label: 'Leave as they are' },
  { value: 'list', label: 'List' },
  { value: 'archive', label: 'Archive' },
  { value: 'set', label: 'Set a field' },
] as const

/** What a file means for records that it places elsewhere, or lacks: next month's version of an earlier one. */
export function ReimportChoices({ level, detection, choices, onChoose }: ReimportChoicesProps) {
  if (choices.key.length === 0) return null
  const hasParents = choices.columns.some(({ target }) => target !== null && parents.has(target))
  return (
    <>
      {hasParents && choices.mode !== 'create' && (
        <MatchingChoice label="Another organization or account in a matching row">
          <Segmented
            label="Changed organization or account"
            size="md"
            className="max-w-full flex-wrap"
            value={choices.changedParents}
            onChange={(chosen) => onChoose({ changedParents: chosen })}
            options={changedParents}
          />
        </MatchingChoice>
      )}
      <MatchingChoice label={`Existing ${levelTitle(level).toLowerCase()} that the file lacks`}>
        <Segmented
          label="Records that the file lacks"
          size="md"
          className="max-w-full flex-wrap"
          value={choices.missingRecords}
          onChange={(chosen) => onChoose({ missingRecords: chosen })}
          options={missingRecords}
        />
        {choices.missingRecords === 'set' && (
          <MissingValue level={level} choices={choices} onChoose={onChoose} />
        )}
        {choices.missingRecords !== 'leave' && (
          <MissingFrom level={level} detection={detection} choices={choices} onChoose={onChoose} />
        )}
      </MatchingChoice>
    </>
  )
}

const isOpen = ({ name, editable }: LevelField, key: readonly string[]): boolean =>
  editable && name !== 'name' && !key.includes(name) && !parents.has(name)

/** The field that records get which the file lacks, and its value. */
function MissingValue({ level, choices, onChoose }: ReimportProps) {
  const { data: fields = [] } = useQuery(levelFieldsQuery(level))
  const lookups = useValueLookups(level)
  const options = fields
    .filter((field) => isOpen(field, choices.key))
    .map((field) => ({ value: field.name, label: field.displayName }))
  const [name = null] = Object.keys(choices.missingValues)
  const field = fields.find((one) => one.name === name)
  return (
    <div className="grid w-full max-w-120 grid-cols-1 gap-2 sm:grid-cols-2">
      <Combobox
        aria-label="Field to set"
        placeholder="Choose a field"
        options={options}
        value={options.find(({ value }) => value === name) ?? null}
        onChange={(option) => onChoose({ missingValues: option ? { [String(option.value)]: null } : {} })}
      />
      {field && (
        <Field label={`Value of ${field.displayName}`} hideLabel>
          <DefaultValue
            field={field}
            lookups={lookups}
            value={choices.missingValues[field.name] ?? null}
            onChange={(value) => onChoose({ missingValues: { [field.name]: value } })}
          />
        </Field>
      )}
    </div>
  )
}
