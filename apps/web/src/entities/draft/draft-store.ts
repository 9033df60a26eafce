import { readStored, writeStored } from '../../ui/storage.ts'

/** What someone typed and did neither save nor discard. */
export interface Draft<Form> {
  form: Form
  /** The version of the item that is edited; null for a new one. */
  version: number | null
}

/** What a draft is of: a new entry of a kind with a record, a change of an item or a comment, a new comment on an item or a task. */
export type DraftOf =
  | { kind: 'note' | 'activity' | 'pulse'; record: string }
  | { item: number }
  | { commentsOf: number }
  | { comment: number }
  | { taskCommentsOf: number }
  | { taskComment: number }

/** Several people may share a browser, so drafts are kept by user. */
export function draftKey(userId: number, of: DraftOf): string {
  const what = Object.entries(of).flat().join('.')
  return `steward.draft.${userId}.${what}`
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same kind of thing, so that what an older version of the app kept does no harm. */
function isLike(value: unknown, sample: unknown): boolean {
  if (Array.isArray(sample)) return Array.isArray(value)
  return sample === null ? typeof value !== 'function' : typeof value === typeof sample
}

/** null where there is none, or none that fits a form like `blank`. */
export function readDraft<Form extends object>(key: string, blank: Form): Draft<Form> | null {
  try {
    const kept: unknown = JSON.parse(readStored(key) ?? 'null')
    if (!isObject(kept) || !isObject(kept['form'])) return null
    const { form, version } = kept
    const fits = Object.entries(blank).every(([name, sample]) => isLike((form as typeof kept)[name], sample))
    return fits ? { form: form as Form, version: typeof version === 'number' ? version : null } : null
  } catch {
    return null
  }
}

export function writeDraft<Form>(key: string, draft: Draft<Form> | null): void {
  writeStored(key, draft && JSON.stringify(draft))
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()

/** Shows whenever this tab keeps or forgets a draft. */
export function subscribeDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether something is kept under a key. */
export function hasDraft(key: string): boolean {
  return readStored(key) !== null
}
