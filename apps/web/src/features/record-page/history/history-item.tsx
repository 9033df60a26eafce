import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { IconArrowBackUp, IconArrowRight, IconRestore } from '@tabler/icons-react'
import type { HistoryEntry } from '@steward/contracts/record-history'
import type { FieldValue } from '@steward/contracts/value'
import { isSessionExpired } from '../../../api/api-error.ts'
import { useCan } from '../../../api/can.ts'
import { errorText } from '../../../api/error-text.ts'
import { putRecord, restoreValue } from '../../../entities/record/index.ts'
import { useDone, useUndo } from '../../../entities/change-set/index.ts'
import { sameValue, valueOf, valueText } from '../../../entities/value/index.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { paths } from '../../../paths.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { toast } from '../../../ui/toast.tsx'
import { originText } from '../../../entities/change-set/index.ts'
import { actText } from './history-days.ts'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { agoText, clockText, exactText } from '../../../components/time-text.ts'

/** What Steward calculated follows from other changes, and imports are undone from their own history. */
const undoneElsewhere: ReadonlySet<HistoryEntry['action']> = new Set(['import', 'calculate', 'score'])

type ChangeLine = HistoryEntry['changes'][number]

/** One act: who, when, from which source, what changed, and the ways back. */
export function HistoryItem({ entry }: { entry: HistoryEntry }) {
  const { mayEdit } = useRecordScreen()
  const mayUndo = useCan()('history.undo')
  const undo = useUndo()
  const [busy, setBusy] = useState(false)
  const isUndone = entry.undoneBy !== null
  const canUndo = mayUndo && !isUndone && !undoneElsewhere.has(entry.action)

  async function takeBack() {
    setBusy(true)
    const { changeSetId } = entry
    await undo({ changeSetId, label: actText(entry), subject: `undo-${changeSetId}` })
    setBusy(false)
  }

  return (
    <li className="relative flex gap-3 pb-4 last:[&>span:first-child]:hidden">
      <span className="absolute top-8 bottom-0 left-3 w-px -translate-x-1/2 bg-line" aria-hidden />
      <Avatar name={entry.by.name} size={24} className="relative mt-1.5" />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1">
          <p className={cx('text-body', isUndone && 'text-3')}>
            <span className="font-medium text-1">{entry.by.name}</span> {actText(entry)}
          </p>
          <time dateTime={entry.at} data-tooltip={exactText(entry.at)} className="tabular text-label text-3">
            {agoText(entry.at)}, {clockText(entry.at)}
          </time>
          <Origin entry={entry} />
          {isUndone && <Badge tone="average">Undone</Badge>}
          {canUndo && (
            <Button
              size="sm"
              variant="ghost"
              busy={busy}
              icon={<IconArrowBackUp aria-hidden />}
              onClick={() => void takeBack()}
              className="ml-auto"
            >
              Undo this change
            </Button>
          )}
        </div>
        {entry.changes.length > 0 && (
          <ul className="mt-0.5 rounded-card border border-line">
            {entry.changes.map((change) => (
              <ChangeRow key={change.field} entry={entry} change={change} canRestore={mayEdit} />
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

/** How it came in; that of an import or bulk update leads to its page. */
function Origin({ entry }: { entry: HistoryEntry }) {
  const mark = <Badge tone={entry.source === 'person' ? 'neutral' : 'info'}>{originText(entry)}</Badge>
  const job = entry.causes.find(({ kind }) => kind === 'import' || kind === 'bulkUpdate')
  if (!job) return mark
  return (
    <AppLink to={paths.import(job.id)} className="rounded-chip hover:underline">
      {mark}
    </AppLink>
  )
}

function useWords(change: ChangeLine) {
  const { fields, lookups } = useRecordScreen()
  const field = fields.find(({ name }) => name === change.field)
  return (value: unknown, text: string | null) => {
    if (text === null || !field) return text ?? '—'
    // Dates, numbers and money read as they do elsewhere; names come as they were kept.
    const isWritten = field.kind === 'number' || field.kind === 'date'
    return isWritten ? valueText(field, value as FieldValue, lookups) : text
  }
}

type ChangeRowProps = { entry: HistoryEntry; change: ChangeLine; canRestore: boolean }

function ChangeRow({ entry, change, canRestore }: ChangeRowProps) {
  const { level, id, record, fields } = useRecordScreen()
  const client = useQueryClient()
  const done = useDone()
  const words = useWords(change)
  const [busy, setBusy] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const field = fields.find(({ name }) => name === change.field)
  const isThere = field && sameValue(valueOf(record, field), (change.before ?? null) as FieldValue | null)
  const before = words(change.before, change.beforeText)
  const after = words(change.after, change.afterText)

  async function restore() {
    setBusy(true)
    try {
      const { data, changeSetId } = await restoreValue(level, id, change.field, entry.changeSetId)
      putRecord(client, level, data)
      done(`${change.label} restored to ${before}`, changeSetId, `record-${id}`)
      // The button goes, the focus stays here.
      row.current?.focus({ preventScroll: true })
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: `record-${id}` })
    } finally {
      setBusy(false)
    }
  }

  return (
    <li
      ref={row}
      tabIndex={-1}
      className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1 text-body last:border-b-0"
    >
      <span className="w-36 shrink-0 text-2">{change.label}</span>
      <span className="flex min-w-0 flex-1 basis-48 flex-wrap items-center gap-x-2 gap-y-0.5">
        <span
          className={cx('line-clamp-3 min-w-0 wrap-anywhere text-3', change.beforeText && 'line-through')}
        >
          <span className="hidden-text">from </span>
          {before}
        </span>
        <IconArrowRight size={14} className="shrink-0 text-3" aria-hidden />
        <span className="line-clamp-3 min-w-0 font-medium wrap-anywhere">
          <span className="hidden-text">to </span>
          {after}
        </span>
      </span>
      {canRestore && change.restorable && !isThere && (
        <Button
          size="sm"
          variant="ghost"
          busy={busy}
          icon={<IconRestore aria-hidden />}
          aria-label={`Restore ${change.label} to ${before}`}
          onClick={() => void restore()}
        >
          Restore
        </Button>
      )}
    </li>
  )
}
