import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import type { FieldValue } from '@steward/contracts/value'
import { toStored } from '@steward/rich-text'
import type { LevelField } from '../../field/index.ts'
import { useUser } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { EditSession } from '../edit-session.ts'
import type { ValueLookups } from '../lookups.ts'
import { checkValue } from '../value-draft.ts'
import { RichTextEditor } from '../../rich-text/index.ts'
import { readTextDraft, textDraftKey, writeTextDraft, type TextDraft } from './text-draft.ts'

type RichTextDialogProps = {
  field: LevelField
  value: FieldValue | null
  lookups: ValueLookups
  session: EditSession
  /** What to begin with instead of the value. */
  typed?: string
  /** Names the record whose draft is kept. */
  draftOf: string
}

const saveDraftAfter = 250

function restoredNote({ before }: TextDraft, now: string): string {
  const isCurrent = before === now
  const note = 'This is your unsaved draft.'
  return isCurrent ? note : `${note} The field has changed since then; saving replaces that change.`
}

// The dialog stands within a cell of a list, for React: what happens in it is none of the list's business.
const keepInside = (event: SyntheticEvent) => event.stopPropagation()
const inside = {
  onClick: keepInside,
  onDoubleClick: keepInside,
  onMouseDown: keepInside,
  onPointerDown: keepInside,
  onFocus: keepInside,
}

/** Edits a long text at its full size. What was written is kept until it is saved or discarded. */
export function RichTextDialog({ field, value, lookups, session, typed, draftOf }: RichTextDialogProps) {
  const { userId } = useUser()
  // Rows may move below the dialog: it stays with the record that it was opened for.
  const [key] = useState(() => textDraftKey(userId, draftOf, field.name))
  const [before] = useState(typeof value === 'string' ? value : '')
  const [draft] = useState(() => (typed === undefined ? readTextDraft(key) : null))
  const [start] = useState(typed ?? draft?.text ?? before)
  const text = useRef(start)
  const [changed, setChanged] = useState(start !== before)
  const [problem, setProblem] = useState<string>()
  const timer = useRef(0)

  function keep() {
    window.clearTimeout(timer.current)
    timer.current = 0
    writeTextDraft(key, text.current === before ? null : { text: text.current, before })
  }
  const keepLatest = useRef(keep)
  useEffect(() => {
    keepLatest.current = keep
  })
  useEffect(() => () => void (timer.current && keepLatest.current()), [])

  function change(next: string) {
    text.current = next
    setChanged(next !== before)
    setProblem(undefined)
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(keep, saveDraftAfter)
  }

  function forget() {
    window.clearTimeout(timer.current)
    timer.current = 0
    writeTextDraft(key, null)
  }

  function discard() {
    forget()
    session.cancel()
  }

  function save() {
    if (!changed) return discard()
    const stored = toStored(text.current)
    if (!stored.ok) return setProblem(`${field.displayName} ${stored.problem}`)
    const fault = session.commit(checkValue(field, stored.text, lookups), 'stay')
    if (fault) setProblem(fault)
    else forget()
  }

  function onKeyDown(event: React.KeyboardEvent) {
    event.stopPropagation()
    if (event.key === 'Escape') session.cancel()
  }

  return (
    <Dialog
      open
      width={760}
      title={field.displayName}
      onOpenChange={(open) => !open && session.cancel()}
      footer={
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- It stops events on their way, and is not operated.
        <div className="flex w-full items-center gap-2" {...inside} onKeyDown={onKeyDown}>
          <p className="mr-auto text-label text-3">Your draft is saved when you close.</p>
          <Button onClick={discard}>{changed ? 'Discard' : 'Cancel'}</Button>
          <Button variant="primary" onClick={save}>
            Save
          </Button>
        </div>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The same holds here. */}
      <div className="flex flex-col gap-3" {...inside} onKeyDown={onKeyDown}>
        {draft && (
          <p role="status" className="rounded-control bg-info-soft px-3 py-2 text-label text-info">
            {restoredNote(draft, before)}
          </p>
        )}
        <RichTextEditor
          autoFocus
          text={start}
          label={field.displayName}
          invalid={problem !== undefined}
          required={field.required}
          className="max-h-[50dvh] min-h-64"
          onChange={change}
          onSubmit={save}
        />
        {problem && (
          <p role="alert" className="text-label text-poor">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  )
}
