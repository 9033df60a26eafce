import { documentOf, isRichText, richTextFrom, storedText } from '@steward/rich-text'
import type { CatalogueField } from '../field/index.ts'

type AnyField = Pick<CatalogueField, 'dataType'>

/** Whether text can be added behind what a field holds. */
export const takesText = ({ dataType }: AnyField): boolean => dataType === 'string' || dataType === 'longText'

/** A text with another one behind it: on a new line of a long text, after a comma in one of a single line. */
export function appended({ dataType }: AnyField, held: string | null, text: string): string {
  if (held === null) return text
  if (dataType !== 'longText') return `${held}, ${text}`
  if (!isRichText(held)) return `${held}\n${text}`
  const document = documentOf(held)
  return storedText({ ...document, content: [...document.content, ...richTextFrom(text).content] })
}
