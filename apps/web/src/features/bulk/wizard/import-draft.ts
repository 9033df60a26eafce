import { useState } from 'react'
import type { ColumnMapping, ImportConfig } from '@steward/contracts/sheet'
import type { Level } from '@steward/contracts/level'
import { readStored, writeStored } from '../../../ui/storage.ts'
import type { ColumnGuess, Detection, TableSettings } from '../bulk.calls.ts'

export type Choices = Pick<
  ImportConfig,
  | 'columns'
  | 'key'
  | 'mode'
  | 'emptyCells'
  | 'unreadableCells'
  | 'unknownOwners'
  | 'changedParents'
  | 'missingRecords'
  | 'missingValues'
  | 'newFields'
  | 'defaults'
> & {
  /** The imports among whose records missing ones are looked for; none for all records with the key. */
  missingFrom: number[]
}

/** What someone decided about one file. Kept for the tab, so that a reload loses nothing. */
export interface ImportDraft {
  /** Corrections of what was detected. */
  settings: Partial<TableSettings>
  choices: Choices | null
  /** The level and the columns that the choices are about. */
  subject: string | null
  /** Someone chose the key; until then it follows the columns. */
  keyChosen: boolean
  /** The saved mapping that the choices come from. */
  mappingId: number | null
  /** The last check, and what it checked. */
  checked: { jobId: number; config: string } | null
}

export type ChangeDraft = (change: Partial<ImportDraft>) => void

const emptyDraft: ImportDraft = {
  settings: {},
  choices: null,
  subject: null,
  keyChosen: false,
  mappingId: null,
  checked: null,
}

const storage = () => sessionStorage
const keyOf = (uploadId: string) => `steward.import.${uploadId}`

function readDraft(uploadId: string, settings: ImportDraft['settings'] = {}): ImportDraft {
  try {
    return { ...emptyDraft, settings, ...JSON.parse(readStored(keyOf(uploadId), storage) ?? '{}') }
  } catch {
    return { ...emptyDraft, settings }
  }
}

/** The draft of a file, or of one of its sheets, with the settings that it begins with. Mount again for another. */
export function useImportDraft(
  uploadId: string,
  settings?: ImportDraft['settings'],
): [ImportDraft, ChangeDraft] {
  const [draft, setDraft] = useState(() => readDraft(uploadId, settings))
  return [
    draft,
    (change) =>
      setDraft((before) => {
        const next = { ...before, ...change }
        writeStored(keyOf(uploadId), JSON.stringify(next), storage)
        return next
      }),
  ]
}

/** After an import the file has to be checked again; the decisions about it stay, for coming back. */
export function forgetCheck(uploadId: string): void {
  writeStored(keyOf(uploadId), JSON.stringify({ ...readDraft(uploadId), checked: null }), storage)
}

/** Forgets a file that was canceled. */
export function forgetDraft(uploadId: string): void {
  writeStored(keyOf(uploadId), null, storage)
}

function mappingFrom(guess: ColumnGuess): ColumnMapping {
  return {
    column: guess.column,
    target: guess.target,
    ...(guess.dateFormat ? { dateFormat: guess.dateFormat } : {}),
    ...(guess.numberFormat ? { numberFormat: guess.numberFormat } : {}),
    ...(guess.match ? { match: guess.match } : {}),
  }
}

/** Decisions hold for one level and one set of columns. */
export function subjectOf(level: Level, detection: Detection): string {
  return JSON.stringify([level.id, ...detection.columns.map((column) => column.name)])
}

export function choicesFrom(detection: Detection): Choices {
  return {
    columns: detection.columns.map(mappingFrom),
    key: detection.key,
    mode: 'createOrUpdate',
    emptyCells: 'keep',
    unreadableCells: 'leaveOut',
    unknownOwners: 'refuse',
    changedParents: 'move',
    missingRecords: 'leave',
    missingValues: {},
    missingFrom: detection.imports.map(({ jobId }) => jobId),
    newFields: [],
    defaults: {},
  }
}

/** Whether decisions were made about the columns of this file, for this level. */
export function isDecided({ choices, subject }: ImportDraft, level: Level, detection: Detection): boolean {
  return choices !== null && subject === subjectOf(level, detection)
}

/** The decisions so far; what is suggested as long as none were made about these columns. */
export function choicesOf(draft: ImportDraft, level: Level, detection: Detection): Choices {
  const suggested = choicesFrom(detection)
  return isDecided(draft, level, detection) ? { ...suggested, ...draft.choices } : suggested
}

// From the surest on.
const usualKeys = ['system:internalId', 'system:externalId', 'system:email', 'name']

/** The key after the columns changed: a surer one, when the columns now offer it. */
function keyFollowing({ columns, key }: Choices): string[] {
  const targets = new Set(columns.map(({ target }) => target))
  const isMapped = key.length > 0 && key.every((name) => targets.has(name))
  const best = usualKeys.findIndex((name) => targets.has(name))
  const [current = ''] = key
  const isSurer = usualKeys.includes(current) && best < usualKeys.indexOf(current)
  if (isMapped && !isSurer) return key
  return best < 0 ? [] : usualKeys.slice(best, best + 1)
}

/** The draft after a decision. */
export function decide(
  draft: ImportDraft,
  choices: Choices,
  change: Partial<Choices>,
): Pick<ImportDraft, 'choices' | 'keyChosen'> {
  const keyChosen = draft.keyChosen || change.key !== undefined
  const next = { ...choices, ...change }
  return { keyChosen, choices: keyChosen ? next : { ...next, key: keyFollowing(next) } }
}

/** The columns that go somewhere; those that are joined as they are read aloud, the first name before the last. */
function inJoiningOrder({ columns: guesses }: Detection, { columns }: Choices): ColumnMapping[] {
  const placeOf = ({ column, target }: ColumnMapping) => {
    const guess = guesses[column]
    return guess?.target === target ? (guess?.place ?? 0) : 0
  }
  return columns.filter(({ target }) => target !== null).toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** What the server is asked to do. Keys and defaults of fields that no longer count are skipped. */
export function configOf(detection: Detection, choices: Choices): ImportConfig {
  const targets = new Set(choices.columns.map(({ target }) => target))
  const defaults = Object.entries(choices.defaults).filter(
    ([name, value]) => choices.mode !== 'update' && !targets.has(name) && value !== null,
  )
  const key = choices.key.filter((name) => targets.has(name))
  const missingRecords = key.length > 0 ? choices.missingRecords : 'leave'
  const { missingFrom, ...others } = choices
  return {
    ...others,
    uploadId: detection.uploadId,
    settings: detection.settings,
    columns: inJoiningOrder(detection, choices),
    key,
    missingRecords,
    ...(missingRecords !== 'leave' && missingFrom.length > 0 && { missingFrom }),
    missingValues: missingRecords === 'set' ? choices.missingValues : {},
    defaults: Object.fromEntries(defaults),
  }
}

/** Changes what was chosen for an import. */
export type Choose = (change: Partial<Choices>) => void
