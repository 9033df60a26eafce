import { documentOf, mapTexts, storedText } from '@steward/rich-text'

const placeholder = /\{\{\s*([^{}]{1,200}?)\s*\}\}/g

/** Gives what a placeholder stands for; null where there is nothing, undefined where it is unknown. */
export type Fill = (name: string) => string | null | undefined

/** A text with its placeholders filled in; those that have nothing stay as they are, and are named. */
export function fillText(text: string, fill: Fill, missing: Set<string>): string {
  return text.replaceAll(placeholder, (whole, name: string) => {
    const value = fill(name)
    if (value !== null && value !== undefined && value !== '') return value
    missing.add(name)
    return whole
  })
}

/** The same for a rich text as it is stored. */
export function fillRichText(stored: string, fill: Fill, missing: Set<string>): string {
  if (stored === '') return ''
  return storedText(mapTexts(documentOf(stored), (text) => fillText(text, fill, missing)))
}
