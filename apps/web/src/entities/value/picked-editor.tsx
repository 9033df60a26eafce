import { useMemo, useState, type KeyboardEvent } from 'react'
import type { FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../field/index.ts'
import { AnchoredPopover } from '../../ui/anchored.tsx'
import { Button } from '../../ui/button.tsx'
import type { Option } from '../../ui/option.ts'
import { ChoiceList } from './choice-list.tsx'
import { choicesOf } from './choices.ts'
import type { EditMove } from '../../components/edit-move.ts'
import type { EditSession } from './edit-session.ts'
import { learnRecordName, type ValueLookups } from './lookups.ts'
import { valueTypeOf } from './type/value-types.ts'
import { checkValue } from './value-draft.ts'

type PickedEditorProps = {
  field: LevelField
  value: FieldValue | null
  lookups: ValueLookups
  session: EditSession
  several: boolean
  typed?: string
}

/** What an option of a field stands for. */
export function valueOfOption(field: LevelField, option: Option): FieldValue {
  return valueTypeOf(field).ofOption?.(option) ?? (option.value as number)
}

/** The values of the options that are chosen. */
export function chosenOptions(value: FieldValue | null): Set<string | number> {
  if (Array.isArray(value)) return new Set(value)
  if (typeof value === 'boolean') return new Set([value ? 1 : 0])
  return new Set(typeof value === 'number' ? [value] : [])
}

/** Choices that hang from the cell. One choice saves at once; several are saved together. */
export function PickedEditor({ field, value, lookups, session, several, typed }: PickedEditorProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [chosen, setChosen] = useState(() => (Array.isArray(value) ? value : []))
  const [problem, setProblem] = useState<string>()
  const choices = useMemo(() => choicesOf(field, lookups), [field, lookups])

  function commit(next: FieldValue | null, move: EditMove) {
    setProblem(session.commit(checkValue(field, next, lookups), move))
  }

  function pick(option: Option) {
    const picked = option.value as number
    if (choices.load) learnRecordName(picked, option.label)
    if (!several) return commit(valueOfOption(field, option), 'down')
    setProblem(undefined)
    setChosen(chosen.includes(picked) ? chosen.filter((id) => id !== picked) : [...chosen, picked])
  }

  function commitChosen(move: EditMove) {
    commit(several ? (chosen.length > 0 ? chosen : null) : value, move)
  }

  function key(event: KeyboardEvent) {
    const saves = event.key === 'Tab' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
    if (!saves) return
    event.preventDefault()
    event.stopPropagation()
    commitChosen(event.key === 'Enter' ? 'down' : event.shiftKey ? 'previous' : 'next')
  }

  return (
    <>
      <span
        ref={setAnchor}
        className="pointer-events-none absolute inset-0 outline-2 -outline-offset-2 outline-accent-text"
      />
      <AnchoredPopover
        anchor={anchor}
        label={field.displayName}
        className="w-64"
        onClose={(dropped) => (dropped ? session.cancel() : commitChosen('stay'))}
      >
        <ChoiceList
          label={field.displayName}
          choices={choices}
          selected={several ? new Set(chosen) : chosenOptions(value)}
          initialQuery={typed}
          onPick={pick}
          onClear={!several && !field.required && value !== null ? () => commit(null, 'down') : undefined}
          onKeyDown={key}
        />
        {problem && (
          <p role="alert" className="border-t border-line px-3 py-2 text-label text-poor">
            {problem}
          </p>
        )}
        {several && (
          <div className="flex items-center justify-between gap-2 border-t border-line p-2 pl-3">
            <span className="text-label text-3">
              {valueTypeOf(field).severalHint ?? `${chosen.length} chosen`}
            </span>
            <Button size="sm" variant="primary" onClick={() => commitChosen('down')}>
              Save
            </Button>
          </div>
        )}
      </AnchoredPopover>
    </>
  )
}
