import type { FormValues } from './form-values.ts'
import { readStored, writeStored } from '../../ui/storage.ts'

const session = () => sessionStorage

/** Where the draft of a form is kept until the tab is closed. */
export function draftKey(levelName: string, id: number | null): string {
  return `steward.draft.${levelName}.${id ?? 'new'}`
}

/** What was typed and never sent; null when there is nothing. */
export function readDraftValues(key: string): FormValues | null {
  const text = readStored(key, session)
  if (!text) return null
  try {
    return JSON.parse(text) as FormValues
  } catch {
    return null
  }
}

export function writeDraftValues(key: string, values: FormValues | null): void {
  writeStored(key, values && JSON.stringify(values), session)
}
