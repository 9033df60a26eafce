import { useCallback, useMemo, useRef, useState } from 'react'
import type { FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../../../entities/field/index.ts'
import { useSearchParams } from '../../../components/search-params.ts'
import type { EditMove } from '../../../components/edit-move.ts'
import { draftText, editorKind, valueOf } from '../../../entities/value/index.ts'
import { fieldGroups, type FieldGroup } from './field-groups.ts'
import { FieldProblemNote } from './field-problem.tsx'
import { FieldRow } from './field-row.tsx'
import { usePinnedFields } from './pinned-fields.tsx'
import { readOnlyReason } from './read-only-reason.ts'
import { SectionFrame } from './section-frame.tsx'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'

type Editing = { name: string; version: number; typed?: string }

const editorGone = 60

/** Puts the focus back on a field; where `always` is false, only when it went nowhere else. Returns its timer. */
function focusField(name: string, always: boolean): number {
  return window.setTimeout(() => {
    if (!always && document.activeElement !== document.body) return
    for (const cell of document.querySelectorAll<HTMLElement>('[data-field]')) {
      if (cell.dataset['field'] === name) cell.focus({ preventScroll: true })
    }
  }, editorGone)
}

const typedKinds = new Set(['line', 'box', 'day'])

/** All fields in their sections; each is edited where it stands, and Tab goes on to the next. */
export function FieldSections() {
  const { level, id, record, fields, sections, lookups, mayEdit, saving } = useRecordScreen()
  const [, setSearch] = useSearchParams()
  const [editing, setEditing] = useState<Editing | null>(null)
  const refocus = useRef(0)
  const { churned } = record.globalFields
  const pinned = usePinnedFields()
  const groups = useMemo(
    () => fieldGroups(fields, sections, { churned, pinned }),
    [fields, sections, churned, pinned],
  )
  // Only what was folded or unfolded by hand, by the title of the section.
  const [folds, setFolds] = useState<Readonly<Record<string, boolean>>>({})
  const isFolded = useCallback((group: FieldGroup) => folds[group.title] ?? group.collapsed, [folds])
  const reasonOf = useCallback(
    (field: LevelField) => (mayEdit ? readOnlyReason(level, record, field) : ''),
    [mayEdit, level, record],
  )
  const { problems, save } = saving
  const { version } = record

  const open = useCallback(
    (field: LevelField) => {
      // The focus must not go back to the field before, out of the editor that opens now.
      window.clearTimeout(refocus.current)
      const problem = problems[field.name]
      const isTyped = problem && typedKinds.has(editorKind(field))
      const typed = isTyped ? draftText(field, problem.value, lookups) : undefined
      setEditing({ name: field.name, version, typed })
    },
    [problems, lookups, version],
  )

  const close = useCallback(
    (field: LevelField, move: EditMove) => {
      const unfolded = groups.filter((group) => !isFolded(group))
      const editable = unfolded
        .flatMap((group) => group.fields)
        .filter((each) => reasonOf(each) === undefined)
      const step = { next: 1, previous: -1 }[move as string] ?? 0
      const target = editable[editable.findIndex(({ name }) => name === field.name) + step]
      if (step !== 0 && target) return open(target)
      setEditing((now) => (now?.name === field.name ? null : now))
      refocus.current = focusField(field.name, move !== 'stay')
    },
    [groups, isFolded, reasonOf, open],
  )

  const editingVersion = editing?.version ?? version
  const saveOpened = useCallback(
    (field: LevelField, value: FieldValue | null) => save(field, value, editingVersion),
    [save, editingVersion],
  )

  const showHistory = useCallback(
    ({ name }: LevelField) => setSearch({ tab: 'history', field: name }),
    [setSearch],
  )

  return groups.map((group) => (
    <SectionFrame
      key={group.title}
      title={group.title}
      folded={isFolded(group)}
      onFold={(folded) => setFolds({ ...folds, [group.title]: folded })}
    >
      <dl className="grid grid-cols-1 print:grid-cols-2 print:gap-x-8">
        {group.fields.map((field) => {
          const problem = problems[field.name]
          const isEditing = editing?.name === field.name
          return (
            <FieldRow
              key={field.name}
              field={field}
              value={valueOf(record, field)}
              lookups={lookups}
              readOnly={reasonOf(field)}
              editing={isEditing}
              draftOf={`${level.name}.${id}`}
              typed={isEditing ? editing.typed : undefined}
              onOpen={open}
              onSave={saveOpened}
              onClose={close}
              onHistory={showHistory}
              note={problem && <FieldProblemNote field={field} problem={problem} />}
            />
          )
        })}
      </dl>
    </SectionFrame>
  ))
}
