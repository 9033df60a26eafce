import { useCallback } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Undone } from '@steward/contracts/record-history'
import { errorText } from '../../api/error-text.ts'
import { isSessionExpired } from '../../api/api-error.ts'
import { changesAnswered } from '../../api/own-changes.ts'
import { undoChangeSet } from './change-set.calls.ts'
import { toast } from '../../ui/toast.tsx'
import { everywhere, useShortcut } from '../../components/shortcuts.ts'

/** A change that can be undone. */
export type Undoable = {
  /** null where `act` takes it back. */
  changeSetId: number | null
  /** What was done: "Stage of Northwind", "Northwind archived". */
  label: string
  /** Which message reports it. */
  subject: string
  /** Called once it has been undone. */
  onUndone?: () => void
  /** Undoes a change that isn't a change of records. */
  act?: () => Promise<void>
}

/** Milliseconds for which the key takes the last change back. */
const keyWorksFor = 60_000

const done: (Undoable & { at: number })[] = []

/** What went back and what could not, in a sentence. */
function undoneText({ undone, kept }: Undone, label: string): string {
  const [first] = kept
  if (!first) return `Undone: ${label}`
  const fields = first.fields.length > 0 ? ` (${first.fields.join(', ')})` : ''
  return undone === 0
    ? `Nothing was undone: ${first.message}`
    : `Undone with exceptions. ${first.name || 'A record'}${fields}: ${first.message}`
}

/** Takes a change back; gives the outcome in words. */
async function takenBack(
  client: QueryClient,
  { changeSetId, label, onUndone, act }: Undoable,
): Promise<string> {
  if (changeSetId === null) {
    await act?.()
    onUndone?.()
    return `Undone: ${label}`
  }
  const result = await undoChangeSet(changeSetId)
  onUndone?.()
  await client.invalidateQueries({ queryKey: ['records'] })
  return undoneText(result, label)
}

async function undo(client: QueryClient, change: Undoable): Promise<void> {
  const { subject } = change
  forget(change)
  try {
    toast.info(await takenBack(client, change), { subject })
  } catch (error) {
    if (!isSessionExpired(error)) toast.error(errorText(error), { subject })
  }
}

function forget({ changeSetId, subject }: Undoable): void {
  const index = done.findIndex((entry) =>
    changeSetId === null ? entry.subject === subject : entry.changeSetId === changeSetId,
  )
  if (index !== -1) done.splice(index, 1)
}

/** Takes a change set back and tells the outcome; all records are read again. */
export function useUndo(): (change: Undoable) => Promise<void> {
  const client = useQueryClient()
  return useCallback((change) => undo(client, change), [client])
}

/** Remembers a change for Ctrl/⌘ Z, wherever on the level pages it was made. */
export function rememberUndo(change: Undoable): void {
  done.push({ ...change, at: Date.now() })
}

/** The last change, also one whose answer is still on its way, if it is young enough; older ones are forgotten. */
export async function takeLastUndo(): Promise<Undoable | undefined> {
  await changesAnswered()
  const last = done.pop()
  if (!last || Date.now() - last.at <= keyWorksFor) return last
  done.length = 0
  return undefined
}

/** Says what was done, with a way back where something changed. */
export function useDone(): (text: string, changeSetId: number | null, subject: string) => void {
  const takeBack = useUndo()
  return useCallback(
    (text, changeSetId, subject) => {
      if (changeSetId === null) return void toast.info('Nothing changed', { subject })
      const change = { changeSetId, label: text, subject }
      rememberUndo(change)
      toast.done(text, { subject, undo: () => void takeBack(change) })
    },
    [takeBack],
  )
}

/** Ctrl/⌘ Z undoes the last change of the last minute; in a text field it stays the field's own. */
export function useUndoKey(): void {
  const takeBack = useUndo()
  useShortcut(
    'mod+z',
    async () => {
      const last = await takeLastUndo()
      if (last) void takeBack(last)
      else toast.info('Nothing to undo.', { subject: 'undo' })
    },
    { label: 'Undo the last change', group: everywhere },
  )
}
