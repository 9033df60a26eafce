import { IconLock, IconWorld } from '@tabler/icons-react'
import { levelOf, levels, type LevelName } from '@steward/contracts/level'
import { levelTitle } from '../../../entities/level/index.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { SegmentValues } from './segment-values.ts'

type SegmentFieldsProps = {
  values: SegmentValues
  faults: Readonly<Record<string, string>>
  levelIsFixed: boolean
  /** Only the segment's creator can make it private. */
  mayHide: boolean
  onChange: (change: Partial<SegmentValues>) => void
}

const levelOptions = levels.map((level) => ({ value: level.name, label: levelTitle(level) }))
const seenBy = [
  { value: 'private', label: 'Private', icon: <IconLock aria-hidden /> },
  { value: 'public', label: 'Public', icon: <IconWorld aria-hidden /> },
] as const

export function SegmentFields({ values, faults, levelIsFixed, mayHide, onChange }: SegmentFieldsProps) {
  const { name, description, level, isPrivate } = values
  return (
    <>
      <Field label="Name" required error={faults.name}>
        <Input
          autoComplete="off"
          maxLength={120}
          value={name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Field label="Description" help="Optional: what the segment is for" error={faults.description}>
        <Textarea
          rows={2}
          maxLength={1000}
          value={description}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </Field>
      <div className="grid items-start gap-x-3 gap-y-5 sm:grid-cols-2">
        <Field
          label="Level"
          help={
            levelIsFixed ? "The level of a segment can't be changed" : 'Changing the level clears the rule'
          }
          error={faults.segmentLevel}
        >
          <Select<LevelName>
            value={level.name}
            disabled={levelIsFixed}
            options={levelOptions}
            onChange={(next) => next && next !== level.name && onChange({ level: levelOf(next) })}
          />
        </Field>
        <div className="flex flex-col gap-1.5">
          <span className="font-medium" aria-hidden>
            Visibility
          </span>
          {mayHide ? (
            <Segmented
              label="Visibility"
              size="md"
              className="self-start"
              value={isPrivate ? 'private' : 'public'}
              onChange={(next) => onChange({ isPrivate: next === 'private' })}
              options={seenBy}
            />
          ) : (
            <span className="flex h-8 items-center">Public</span>
          )}
          <span className="text-label text-3">
            {isPrivate ? 'Visible to you only' : 'Visible to everyone in your company'}
            {!mayHide && '. Only the creator can make it private'}
          </span>
          {faults.isPrivate && <span className="text-label text-poor">{faults.isPrivate}</span>}
        </div>
      </div>
    </>
  )
}
