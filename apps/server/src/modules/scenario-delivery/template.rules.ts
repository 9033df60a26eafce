import { documentOf, mapTexts, plainTextOf, storedText } from '@steward/rich-text'

/** What the placeholders of a text stand for; null for nothing. */
export type Names = Readonly<Record<PlaceholderName, string | null>>

const names = ['record', 'organization', 'account', 'owner', 'contact'] as const
export type PlaceholderName = (typeof names)[number]

const known = /\{\{\s*(record|organization|account|owner|contact)\.name\s*\}\}/g
const any = /\{\{[^{}]{0,200}\}\}/g

/** A text with its placeholders filled in; those that stand for nothing are left out, and named in `missing`. */
export function fillText(text: string, of: Names, missing: Set<string>): string {
  return text.replaceAll(known, (_, name: PlaceholderName) => {
    const value = of[name]
    if (value === null || value === '') missing.add(`{{${name}.name}}`)
    return value ?? ''
  })
}

/** The same in one line. */
export const fillLine = (text: string, of: Names, missing: Set<string>): string =>
  fillText(text, of, missing).replaceAll(/\s+/g, ' ').trim()

/** The same for a rich text as it is stored. */
export const fillRich = (stored: string, of: Names, missing: Set<string>): string =>
  storedText(mapTexts(documentOf(stored), (text) => fillText(text, of, missing)))

/** What is wrong with the placeholders of a text; undefined where nothing is. `offered` are those it may have. */
export function placeholderFault(text: string, offered: readonly PlaceholderName[]): string | undefined {
  const allowed = new Set(offered.map((name) => `{{${name}.name}}`))
  const wrong = plainTextOf(text)
    .match(any)
    ?.find((one) => !allowed.has(one.replaceAll(/\s/g, '')))
  return wrong && `There is no placeholder ${wrong}. Use ${[...allowed].join(', ')}.`
}
