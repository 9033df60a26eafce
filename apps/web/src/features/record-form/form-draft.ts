import type { FormValues } from './form-values.ts'
import { readStored, writeStored } from '../../ui/storage.ts'

const session = () => sessionStorage

/** What was changed in a form, and the version of the record that it was changed from. */
export interface FormDraft {
  version?: number | undefined
  values: FormValues
}

/** Where the draft of a user's form is kept until the tab is closed. */
export function draftKey(userId: number, levelName: string, id: number | null): string {
  return `steward.draft.${userId}.${levelName}.${id ?? 'new'}`
}

/** What was typed and never sent; null when there is nothing. */
export function readDraft(key: string): FormDraft | null {
  const text = readStored(key, session)
  if (!text) return null
  try {
    return JSON.parse(text) as FormDraft
  } catch {
    return null
  }
}

export function writeDraft(key: string, draft: FormDraft | null): void {
  writeStored(key, draft && JSON.stringify(draft), session)
}
