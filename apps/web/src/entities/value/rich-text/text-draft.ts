import { readStored, writeStored } from '../../../ui/storage.ts'

/** A long text that was typed and neither saved nor discarded. */
export interface TextDraft {
  text: string
  /** What was in the field when it was typed. */
  before: string
}

/** Where it is kept: by user, as several may share a browser, record and field. */
export function textDraftKey(userId: number, record: string, field: string): string {
  return `steward.text.${userId}.${record}.${field}`
}

/** null where there is none, or none that can be read. */
export function readTextDraft(key: string): TextDraft | null {
  try {
    const draft: unknown = JSON.parse(readStored(key) ?? 'null')
    const { text, before } = (draft ?? {}) as Partial<Record<keyof TextDraft, unknown>>
    return typeof text === 'string' && typeof before === 'string' ? { text, before } : null
  } catch {
    return null
  }
}

export function writeTextDraft(key: string, draft: TextDraft | null): void {
  writeStored(key, draft && JSON.stringify(draft))
}
