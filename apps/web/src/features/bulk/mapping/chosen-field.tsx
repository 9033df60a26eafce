import { IconAlertCircle } from '@tabler/icons-react'
import type { ColumnMapping } from '@steward/contracts/sheet'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../../entities/field/index.ts'
import type { ColumnGuess, Detection } from '../bulk.calls.ts'
import { mayShare, sharersOf } from './column-target.ts'
import { MappingOptions } from './mapping-options.tsx'
import type { Choices, Choose } from '../wizard/import-draft.ts'

export interface ChosenFieldProps {
  level: Level
  guess: ColumnGuess
  mapping: ColumnMapping
  target: LevelField
  detection: Detection
  choices: Choices
  onChange: (mapping: ColumnMapping) => void
  onChoose: Choose
}

/** Why a column goes to its field, and how it is read. */
export function ChosenField(props: ChosenFieldProps) {
  const { level, guess, mapping, target, detection, choices, onChange, onChoose } = props
  return (
    <>
      <Reason guess={guess} mapping={mapping} target={target} detection={detection} choices={choices} />
      <MappingOptions
        level={level}
        target={target}
        guess={guess}
        mapping={mapping}
        unknownOwners={choices.unknownOwners}
        onChange={onChange}
        onChoose={onChoose}
      />
    </>
  )
}

type ReasonProps = Pick<ChosenFieldProps, 'guess' | 'mapping' | 'target' | 'detection' | 'choices'>

/** Why a field was suggested, and with which other columns it is shared. */
function Reason({ guess, mapping, target, detection, choices }: ReasonProps) {
  const others = sharersOf(mapping, choices.columns).map((column) => `“${detection.columns[column]?.name}”`)
  if (others.length > 0 && !mayShare(target)) {
    return (
      <p className="flex items-start gap-1 text-label text-poor">
        <IconAlertCircle size={14} className="mt-px shrink-0" aria-hidden />
        {others.join(' and ')} {others.length > 1 ? 'go' : 'goes'} there too. Leave one out.
      </p>
    )
  }
  if (others.length > 0) {
    return <p className="text-label text-2">Joined with {others.join(' and ')} by a space.</p>
  }
  if (guess.target !== mapping.target || !guess.why) return null
  return <p className="text-label text-2">{guess.why}</p>
}
