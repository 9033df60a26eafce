import type { WrittenCells } from '@steward/contracts/cell'
import type { RecordBody } from '@steward/contracts/record'
import type { FieldValue } from '@steward/contracts/value'
import { isSessionExpired } from '../../../api/api-error.ts'
import { patchRecords, recordId, refreshRecords, writeCells } from '../../../entities/record/index.ts'
import { errorText } from '../../../api/error-text.ts'
import type { LevelField } from '../../../entities/field/index.ts'
import { rememberUndo } from '../../../entities/change-set/index.ts'
import { sameValue, valueOf, withValue } from '../../../entities/value/index.ts'
import { toast } from '../../../ui/toast.tsx'
import { numberText, readerLocale } from '../../../ui/reader.ts'
import { changeSubject } from '../acts/use-record-edits.ts'
import {
  withoutMarks,
  type CellContext,
  type CellVerb,
  type RefusedCellMark,
  type RefusedCells,
} from './cell-context.ts'
import { cellText, likelyValue } from './cell-text.ts'

/** One cell that is to be written. */
export interface CellInput {
  record: RecordBody
  row: number
  field: LevelField
  /** A text as it was pasted, or a value. */
  input: FieldValue | null
}

/** A cell that is refused before anything is sent. */
export type RefusedInput = CellInput & { message: string }

type Patch = (record: RecordBody) => RecordBody

export function countedCells(count: number): string {
  return count === 1 ? '1 cell' : `${numberText(count)} cells`
}

/** Shows the cells as they will most likely be; gives what puts one back. */
function showLikely(context: CellContext, byRecord: ReadonlyMap<number, readonly CellInput[]>) {
  const { client, level, lookups } = context
  const shown = new Map<CellInput, FieldValue | null>()
  const patches = new Map<number, Patch>()
  for (const [id, cells] of byRecord) {
    for (const cell of cells) {
      const value = likelyValue(cell.field, cell.input, lookups)
      if (value !== undefined) shown.set(cell, value)
    }
    const likely = cells.filter((cell) => shown.has(cell))
    patches.set(id, (record) =>
      likely.reduce((held, cell) => withValue(held, cell.field, shown.get(cell)!, lookups), record),
    )
  }
  patchRecords(client, level, patches)
  return (held: RecordBody, cell: CellInput): RecordBody => {
    const value = shown.get(cell)
    if (value === undefined || !sameValue(valueOf(held, cell.field), value)) return held
    return withValue(held, cell.field, valueOf(cell.record, cell.field), lookups)
  }
}

const markOf = (
  { row, record, field, input }: CellInput,
  message: string,
  text: string,
): RefusedCellMark => ({
  row,
  record: record.globalFields.name,
  field: field.displayName,
  message,
  ...(input === null ? {} : { text }),
})

function marksOf(context: CellContext, refused: readonly RefusedInput[]): RefusedCells {
  const marks = new Map<number, Map<string, RefusedCellMark>>()
  for (const cell of refused) {
    const id = recordId(context.level, cell.record)
    const text =
      typeof cell.input === 'string' ? cell.input : cellText(cell.field, cell.input, context.lookups)
    marks.set(
      id,
      (marks.get(id) ?? new Map<string, RefusedCellMark>()).set(
        cell.field.name,
        markOf(cell, cell.message, text),
      ),
    )
  }
  return marks
}

/** The refused cells of an answer, as they were asked for. */
function refusedOf(
  byRecord: ReadonlyMap<number, readonly CellInput[]>,
  answer: WrittenCells,
): RefusedInput[] {
  return answer.refused.flatMap(({ id, field, message }) => {
    const cell = byRecord.get(id)?.find((one) => one.field.name === field)
    return cell ? [{ ...cell, message }] : []
  })
}

function tell(context: CellContext, changeSetId: number | null, done: number, verb: CellVerb): void {
  if (changeSetId === null) {
    if (done > 0) toast.info('Nothing changed', { subject: changeSubject })
    return
  }
  const label = `${countedCells(done)} ${verb}`
  const change = {
    changeSetId,
    label,
    subject: changeSubject,
    onUndone: () => context.update((state) => withoutMarks(state, () => true)),
  }
  rememberUndo(change)
  if (done > 1) toast.done(label, { subject: changeSubject, undo: () => void context.takeBack(change) })
}

/** Writes cells in one call. They are shown at once; those that are refused go back and are marked. */
export async function sendCells(
  context: CellContext,
  cells: readonly CellInput[],
  refusedBefore: readonly RefusedInput[],
  verb: CellVerb,
): Promise<void> {
  const { client, level } = context
  const byRecord = Map.groupBy(cells, ({ record }) => recordId(level, record))
  const putBack = showLikely(context, byRecord)
  const rows = [...byRecord].map(([id, some]) => ({
    id,
    version: some[0]!.record.version,
    data: Object.fromEntries(some.map(({ field, input }) => [field.name, input])),
  }))
  try {
    const answer =
      rows.length > 0
        ? await writeCells(level, rows, readerLocale() ?? navigator.language)
        : { changeSetId: null, changed: 0, records: [], refused: [] }
    const refusedNow = refusedOf(byRecord, answer)
    settle(context, byRecord, answer, putBack)
    const refused = marksOf(context, [...refusedBefore, ...refusedNow])
    const done = cells.length - refusedNow.length
    context.update((state) => {
      const open = withoutMarks(state, (id, columnId) =>
        (byRecord.get(id) ?? []).some(({ field }) => field.name === columnId),
      )
      const merged = new Map(open.refused)
      for (const [id, marks] of refused) merged.set(id, new Map([...(merged.get(id) ?? []), ...marks]))
      return { ...open, refused: merged, report: merged.size > 0 ? { done, verb } : undefined }
    })
    tell(context, answer.changeSetId, done, verb)
    if (answer.changeSetId !== null) void refreshRecords(client, level)
  } catch (error) {
    patchRecords(
      client,
      level,
      new Map([...byRecord].map(([id, some]) => [id, (held: RecordBody) => some.reduce(putBack, held)])),
    )
    if (isSessionExpired(error)) return
    toast.error(errorText(error), {
      subject: changeSubject,
      retry: () => void sendCells(context, cells, refusedBefore, verb),
    })
  }
}

/** Puts the refused cells back, and takes the versions of the records that changed. */
function settle(
  { client, level }: CellContext,
  byRecord: ReadonlyMap<number, readonly CellInput[]>,
  answer: WrittenCells,
  putBack: (held: RecordBody, cell: CellInput) => RecordBody,
): void {
  const versions = new Map(answer.records.map(({ id, version }) => [id, version]))
  const refused = Map.groupBy(answer.refused, ({ id }) => id)
  const patches = new Map<number, Patch>()
  for (const [id, cells] of byRecord) {
    const names = new Set(refused.get(id)?.map(({ field }) => field))
    const bad = cells.filter(({ field }) => names.has(field.name))
    const version = versions.get(id)
    if (version === undefined && bad.length === 0) continue
    patches.set(id, (held) => ({
      ...bad.reduce(putBack, held),
      version: Math.max(held.version, version ?? 0),
    }))
  }
  patchRecords(client, level, patches)
}
