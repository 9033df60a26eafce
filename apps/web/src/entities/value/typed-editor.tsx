import { useId, useLayoutEffect, useState, type KeyboardEvent } from 'react'
import type { FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../field/index.ts'
import { AnchoredPopover } from '../../ui/anchored.tsx'
import { cx } from '../../ui/cx.ts'
import type { EditMove } from '../../components/edit-move.ts'
import type { EditSession } from './edit-session.ts'
import type { ValueLookups } from './lookups.ts'
import { draftText, readDraft } from './value-draft.ts'
import { isRightAligned } from './value-view.tsx'

type TypedEditorProps = {
  field: LevelField
  value: FieldValue | null
  lookups: ValueLookups
  session: EditSession
  typed?: string
}

function moveOf({ key, shiftKey }: KeyboardEvent): EditMove | undefined {
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  if (key === 'Tab') return shiftKey ? 'previous' : 'next'
  return undefined
}

const boxClass = cx(
  'absolute inset-0 size-full min-w-0 bg-surface px-2.5 text-body text-1 outline-2 -outline-offset-2',
)

/** A line over the cell. */
export function TypedEditor({ field, value, lookups, session, typed }: TypedEditorProps) {
  const [control, setControl] = useState<HTMLInputElement | null>(null)
  const [text, setText] = useState(() => typed ?? draftText(field, value, lookups))
  const [problem, setProblem] = useState<string>()
  const id = useId()

  useLayoutEffect(() => {
    control?.focus({ preventScroll: true })
    if (typed === undefined) control?.select()
    else control?.setSelectionRange(typed.length, typed.length)
  }, [control, typed])

  function commit(move: EditMove) {
    setProblem(session.commit(readDraft(field, text, value, lookups), move))
  }

  function key(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') return session.cancel()
    const move = moveOf(event)
    if (!move) return
    event.preventDefault()
    commit(move)
  }

  const attributes = {
    ref: setControl,
    value: text,
    'aria-label': field.displayName,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem ? id : undefined,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => {
      setText(event.target.value)
      setProblem(undefined)
    },
    onKeyDown: key,
    onBlur: () => commit('stay'),
  }
  const edge = problem ? 'outline-poor' : 'outline-accent-text'

  return (
    <>
      <input
        {...attributes}
        type="text"
        inputMode={isRightAligned(field) ? 'decimal' : undefined}
        className={cx(boxClass, edge, isRightAligned(field) && 'tabular text-right')}
      />
      <AnchoredPopover
        anchor={problem ? control : null}
        label="Error"
        takesFocus={false}
        // It holds for as long as the text stays.
        onClose={(dropped) => dropped && session.cancel()}
        className="max-w-80"
      >
        <p id={id} role="alert" className="px-2.5 py-1.5 text-label text-poor">
          {problem}
        </p>
      </AnchoredPopover>
    </>
  )
}
