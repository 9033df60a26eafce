import { useState } from 'react'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../../entities/field/index.ts'
import { useUser } from '../../../api/session.ts'
import { fullName } from '../../../entities/user/index.ts'
import { levelTitle } from '../../../entities/level/index.ts'
import { choicesOf, useValueLookups, type ValueLookups } from '../../../entities/value/index.ts'
import { Field } from '../../../ui/field.tsx'
import { DefaultValue } from './default-value.tsx'
import type { Choices } from '../wizard/import-draft.ts'
import type { Choose } from '../wizard/import-draft.ts'

type DefaultsSectionProps = {
  level: Level
  targets: readonly LevelField[]
  /** Required fields without a column. */
  missing: readonly LevelField[]
  choices: Choices
  onChoose: Choose
}

// Worth a value for the whole file although they are not required.
const parents = new Set(['organization', 'account'])

// A record that is created gets a value in these whatever was said.
const givenByItself = new Set(['system:owners', 'system:lifecycleStageId'])

/** Values for new records in fields that no column fills. */
export function DefaultsSection({ level, targets, missing, choices, onChoose }: DefaultsSectionProps) {
  const lookups = useValueLookups(level)
  const fallback = useFallbacks(lookups)
  // Stays open while its values are being chosen.
  const [isChanging, setChanging] = useState(false)
  const filled = new Set(choices.columns.map(({ target }) => target))
  const open = targets.filter(
    (field) =>
      field.name !== 'name' &&
      !filled.has(field.name) &&
      (missing.includes(field) || parents.has(field.name)),
  )
  if (open.length === 0) return null
  const isEmpty = ({ name }: LevelField) => (choices.defaults[name] ?? null) === null
  const isLacking = open.some((field) => field.required && isEmpty(field) && !givenByItself.has(field.name))
  const summary = open.map((field) => {
    const value = choices.defaults[field.name] ?? null
    const text = value === null ? (fallback[field.name] ?? 'none') : chosenText(field, value, lookups)
    return `${field.displayName}: ${text}`
  })
  return (
    <details open={isLacking || isChanging} className="pb-4">
      <summary className="w-fit max-w-full cursor-pointer truncate rounded-chip">
        <span className="font-medium">Values for new {levelTitle(level).toLowerCase()}</span>
        <span className="text-2"> · {summary.join(', ')}</span>
      </summary>
      <p className="py-2 text-2">These fields have no column. New records get the values you set here.</p>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {open.map((field) => (
          <Field
            key={field.name}
            label={field.displayName}
            required={field.required}
            help={helpFor(field, choices.defaults[field.name], fallback)}
          >
            <DefaultValue
              field={field}
              lookups={lookups}
              value={choices.defaults[field.name] ?? null}
              onChange={(value) => {
                setChanging(true)
                onChoose({ defaults: { ...choices.defaults, [field.name]: value } })
              }}
            />
          </Field>
        ))}
      </div>
    </details>
  )
}

/** What a record gets by itself when nothing was said. */
function useFallbacks({ stages }: ValueLookups): Readonly<Record<string, string>> {
  const me = fullName(useUser())
  const stage = stages.find((one) => one.isDefault)?.displayName
  return {
    'system:owners': `you, ${me}`,
    ...(stage ? { 'system:lifecycleStageId': stage } : {}),
  }
}

/** A chosen value in words. Names of records are known only while they are on the page. */
function chosenText(field: LevelField, value: unknown, lookups: ValueLookups): string {
  const options = choicesOf(field, lookups).options ?? []
  const texts = [value].flat().flatMap((one) => options.find(({ value: id }) => id === one)?.label ?? [])
  return texts.length > 0 ? texts.join(', ') : 'chosen'
}

function helpFor(field: LevelField, value: unknown, fallback: Readonly<Record<string, string>>) {
  if (value !== undefined && value !== null) return null
  const own = fallback[field.name]
  if (own) return `Empty: ${own}`
  return field.required ? 'Required for new records.' : null
}
