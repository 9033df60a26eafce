import { cutText } from '@steward/contracts/value'
import { mailLimits } from '@steward/contracts/email'
import { documentOf, mapTexts, plainTextOf, storedText } from '@steward/rich-text'

const placeholder = /\{\{([^{}]{1,200})\}\}/g

/** The label of the field that a placeholder stands for, in lower case; undefined where it stands for something else. */
export const fieldLabelOf = (name: string): string | undefined =>
  /^field\s*:\s*(.+)$/i.exec(name)?.[1]?.trim().toLowerCase()

/** The labels of the fields that a template has placeholders for, in lower case. */
export function fieldLabelsIn({ subject, body }: { subject: string; body: string }): Set<string> {
  const texts = `${subject}\n${plainTextOf(body)}`
  const labels = [...texts.matchAll(placeholder)].map(([, name]) => fieldLabelOf((name as string).trim()))
  return new Set(labels.filter((label) => label !== undefined))
}

/** Gives what a placeholder stands for; null where there is nothing, undefined where it is unknown. */
export type Fill = (name: string) => string | null | undefined

/** A text with its placeholders filled in; those that have nothing stay as they are, and are named. */
function fillText(text: string, fill: Fill, missing: Set<string>): string {
  return text.replaceAll(placeholder, (whole, between: string) => {
    const name = between.trim()
    if (name === '') return whole
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

/** The same for a subject: one line, and no longer than one may be. */
export function fillSubject(text: string, fill: Fill, missing: Set<string>): string {
  const filled = fillText(text, fill, missing)
  const line = filled.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  return cutText(line, mailLimits.subject)
}
