import type { BulkCause } from '@steward/contracts/bulk'
import type { Level } from '@steward/contracts/level'
import { levelTitle } from '../../../entities/level/index.ts'
import type { LevelField } from '../../../entities/field/index.ts'
import { useValueLookups } from '../../../entities/value/index.ts'
import { Field } from '../../../ui/field.tsx'
import { countText } from '../job-words.ts'
import { DefaultValue } from '../mapping/default-value.tsx'
import type { Choices, Choose } from '../wizard/import-draft.ts'
import { parentForAll } from './repairs.ts'

type ParentQuestionProps = {
  level: Level
  causes: readonly BulkCause[]
  fields: readonly LevelField[]
  choices: Choices
  onChoose: Choose
}

/** Where new records go whose rows name no parent: one for all of them, as under Map. */
export function ParentQuestion({ level, causes, fields, choices, onChoose }: ParentQuestionProps) {
  const lookups = useValueLookups(level)
  const asked = parentForAll(causes, fields, choices)
  if (!asked) return null
  const { field, count } = asked
  const records = levelTitle(level).toLowerCase()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-sunken p-3">
      <p className="min-w-0 flex-1 basis-80">
        <span className="font-medium">
          {countText(count, 'row')} {count === 1 ? 'names' : 'name'} no organization or account.
        </span>{' '}
        <span className="text-2">
          Choose {field.dataType === 'account' ? 'an account' : 'an organization'} for all {records} without
          one. It is one of the values for new {records} under Map.
        </span>
      </p>
      <Field label={`${field.displayName} of rows without one`} hideLabel className="w-72 max-w-full">
        <DefaultValue
          field={field}
          lookups={lookups}
          value={choices.defaults[field.name] ?? null}
          onChange={(value) => onChoose({ defaults: { ...choices.defaults, [field.name]: value } })}
        />
      </Field>
    </div>
  )
}
