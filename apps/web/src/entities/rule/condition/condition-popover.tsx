import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { IconPlus } from '@tabler/icons-react'
import type { Condition } from '@steward/conditions'
import { dataTypes } from '@steward/contracts/data-type'
import type { LevelField } from '../../field/index.ts'
import { AnchoredPopover } from '../../../ui/anchored.tsx'
import { Button } from '../../../ui/button.tsx'
import { replayKeys } from '../../../ui/typed-ahead.ts'
import { ChoiceList, type ValueLookups } from '../../value/index.ts'
import { ConditionEditor } from './condition-editor.tsx'
import { draftOf, firstOperator, type Draft } from './condition.rules.ts'

type EditorProps = {
  fields: readonly LevelField[]
  lookups: ValueLookups
  /** The conditions to edit; without any, the editor starts with the field of a new one. */
  conditions: readonly Condition[]
  /** Whether further conditions can be added, any one of which is enough. */
  alternatives?: boolean
  /** Called with every change. Drafts with a fault are unfinished. */
  onChange: (drafts: readonly Draft[]) => void
  /** `dropped` is true when Escape closed it. */
  onClose: (dropped: boolean) => void
}

type ConditionPopoverProps = EditorProps & {
  anchor: Element | null
  /** Another one for every opening. */
  opening: number
}

/** The editor of conditions, hanging from what opened it. Lists, segments and all other rules use this one. */
export function ConditionPopover({ anchor, opening, ...editor }: ConditionPopoverProps) {
  return (
    <AnchoredPopover anchor={anchor} label="Condition" className="w-80" onClose={editor.onClose}>
      {anchor && <Editor key={opening} {...editor} />}
    </AnchoredPopover>
  )
}

const nothing: ReadonlySet<string> = new Set()

/** Its value, or its operator where that takes none. */
function focusIn(condition: Element | null | undefined): void {
  const value = condition?.querySelector<HTMLElement>('[data-condition-value] input')
  const place = value ?? condition?.querySelector<HTMLElement>('select')
  place?.focus({ preventScroll: true })
}

function useFieldOptions(fields: readonly LevelField[]) {
  return useMemo(
    () =>
      fields.map(({ name, displayName, dataType }) => {
        const { label } = dataTypes[dataType]
        return { value: name, label: displayName, detail: displayName.endsWith(label) ? undefined : label }
      }),
    [fields],
  )
}

/** First the field; then operator and value, which are changes as they are typed; then alternatives. */
function Editor({ fields, lookups, conditions, alternatives, onChange, onClose }: EditorProps) {
  const byName = useMemo(() => new Map(fields.map((field) => [field.name, field])), [fields])
  const options = useFieldOptions(fields)
  const [drafts, setDrafts] = useState(() =>
    conditions.map((before) => draftOf(before, byName.get(before.field), lookups, before)),
  )
  const [choosing, setChoosing] = useState(conditions.length === 0)
  const [showsFaults, setShowsFaults] = useState(false)
  const editor = useRef<HTMLDivElement>(null)
  // A box may report its last change in the same key press that closes the editor.
  const latest = useRef<readonly Draft[]>(drafts)

  // Keys go to the value from the start, also right after the field was chosen.
  useLayoutEffect(() => {
    if (!choosing) focusIn([...(editor.current?.querySelectorAll('[data-condition]') ?? [])].at(-1))
  }, [choosing])
  useEffect(replayKeys, [])

  function take(next: Draft[]) {
    latest.current = next
    setDrafts(next)
    onChange(next)
  }

  function choose(name: string) {
    const field = byName.get(name)
    setChoosing(false)
    if (field) take([...drafts, draftOf({ field: name, operator: firstOperator(field) }, field, lookups)])
  }

  function change(index: number, next: Condition) {
    const { before } = latest.current[index] ?? {}
    take(latest.current.toSpliced(index, 1, draftOf(next, byName.get(next.field), lookups, before)))
  }

  function remove(index: number) {
    const rest = latest.current.toSpliced(index, 1)
    take(rest)
    if (rest.length === 0) onClose(false)
  }

  function done() {
    const faulty = latest.current.findIndex(({ fault }) => fault)
    if (faulty < 0) return onClose(false)
    setShowsFaults(true)
    focusIn(editor.current?.querySelectorAll('[data-condition]')[faulty])
  }

  // The popover hangs from a form, which must not take this Enter for its own.
  function keepEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.stopPropagation()
    if (!choosing && (event.ctrlKey || event.metaKey)) done()
  }

  if (choosing) {
    return (
      <ChoiceList
        label="Field"
        choices={{ options }}
        selected={nothing}
        onPick={({ value }) => choose(String(value))}
      />
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it listens for keys of the controls in it
    <div ref={editor} className="flex min-h-0 flex-col overflow-y-auto" onKeyDown={keepEnter}>
      {drafts.map((draft, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a condition is known by its place only: one may be in a filter twice
        <section key={index} className={index > 0 ? 'border-t border-line' : undefined}>
          {index > 0 && <p className="px-3 pt-2 text-label text-3">or</p>}
          <ConditionEditor
            draft={draft}
            field={byName.get(draft.condition.field)}
            lookups={lookups}
            showsFault={showsFaults}
            onChange={(next) => change(index, next)}
            onRemove={() => remove(index)}
            onDone={done}
          />
        </section>
      ))}
      <div className="flex items-center justify-between border-t border-line p-1.5">
        {alternatives && (
          <Button size="sm" variant="ghost" icon={<IconPlus aria-hidden />} onClick={() => setChoosing(true)}>
            Or another condition
          </Button>
        )}
        <Button size="sm" className="ml-auto" onClick={done}>
          Done
        </Button>
      </div>
    </div>
  )
}
