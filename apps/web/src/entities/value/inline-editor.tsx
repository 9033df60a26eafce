import { useState } from 'react'
import type { FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../field/index.ts'
import { LazyRichTextDialog } from './rich-text/lazy-dialog.ts'
import type { EditMove } from '../../components/edit-move.ts'
import { createEditSession } from './edit-session.ts'
import type { ValueLookups } from './lookups.ts'
import { PickedEditor } from './picked-editor.tsx'
import { TypedEditor } from './typed-editor.tsx'
import { editorKind } from './value-draft.ts'

export type InlineEditorProps = {
  field: LevelField
  value: FieldValue | null
  lookups: ValueLookups
  /** The key that opened the editor, which replaces what was there. */
  typed?: string
  /** Names the record, whose drafts of long texts are kept. */
  draftOf: string
  onSave: (value: FieldValue | null) => void
  onClose: (move: EditMove) => void
}

/**
 * Edits a value where it stands, and a long text in a dialog. The element around it must be positioned; the
 * editor fills it.
 */
export function InlineEditor({ field, value, lookups, typed, draftOf, onSave, onClose }: InlineEditorProps) {
  const [session] = useState(() => createEditSession(value, onSave, onClose))
  const kind = editorKind(field)
  const shared = { field, value, lookups, session, typed }
  if (kind === 'box') return <LazyRichTextDialog {...shared} draftOf={draftOf} />
  return kind === 'choice' || kind === 'choices' ? (
    <PickedEditor {...shared} several={kind === 'choices'} />
  ) : (
    <TypedEditor {...shared} />
  )
}
