import { checkRichText, tooManyCharacters } from './check.ts'
import { emptyDocument, richTextLimits, type RichDocument, type RichNode } from './document.ts'
import { plainText, richTextFrom } from './plain-text.ts'
import { isRichText } from './stored-form.ts'

/** The document that a text was meant as, unchecked; undefined where it is a plain text. */
function parseDocument(text: string): unknown {
  if (text.length > 2 * richTextLimits.json || !/^\s*\{/.test(text)) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    const isDocument =
      typeof parsed === 'object' && parsed !== null && 'type' in parsed && parsed.type === 'doc'
    return isDocument ? parsed : undefined
  } catch {
    return undefined
  }
}

/** The document of a JSON string; undefined for a plain text and for a document that is not sound. */
export function readRichText(text: string): RichDocument | undefined {
  const checked = checkRichText(parseDocument(text))
  return checked.ok ? checked.document : undefined
}

/** The document to edit: a plain text becomes paragraphs, and an invalid document an empty one. */
export function documentOf(stored: string): RichDocument {
  return readRichText(stored) ?? (parseDocument(stored) ? emptyDocument : richTextFrom(stored))
}

const ownMeaning = new Set(['horizontalRule', 'image', 'mention', 'table'])

const isBlank = (node: RichNode): boolean =>
  !ownMeaning.has(node.type) && (node.text ?? '').trim() === '' && (node.content ?? []).every(isBlank)

const isPlainInline = ({ type, marks }: RichNode): boolean =>
  type === 'hardBreak' || (type === 'text' && marks === undefined)

const isPlain = ({ content }: RichDocument): boolean =>
  content.every(({ type, content: parts = [] }) => type === 'paragraph' && parts.every(isPlainInline))

/**
 * A document as it is stored: nothing but paragraphs is a plain text, without the space around it, and
 * nothing at all an empty one; anything else is JSON that has its plain text beside it.
 */
export function storedText(document: RichDocument): string {
  if (isBlank(document)) return ''
  const text = plainText(document)
  const plain = text.trim().replaceAll(/\r\n?/g, '\n')
  // A text that would be taken for a document has to be one.
  if (isPlain(document) && !isRichText(plain) && !parseDocument(plain)) return plain
  return JSON.stringify({ type: 'doc', plainText: text, content: document.content })
}

export type Stored =
  | { ok: true; text: string }
  /** The fault, as the rest of a sentence that begins with the name of the text. */
  | { ok: false; problem: string }

const tooLong: Stored = { ok: false, problem: tooManyCharacters }

/** Brings a plain text that someone sent into that form: it means what is there, whatever it looks like. */
export function plainToStored(text: string): Stored {
  if (text.trim().length > richTextLimits.characters) return tooLong
  return { ok: true, text: storedText(richTextFrom(text)) }
}

/** Brings a text that someone sent, plain or the JSON of a document, into the form in which it is stored. */
export function toStored(text: string): Stored {
  const parsed = parseDocument(text)
  if (!parsed) {
    const plain = text.trim()
    if (isRichText(plain)) return { ok: false, problem: "is a document that can't be read." }
    return plain.length > richTextLimits.characters ? tooLong : { ok: true, text: plain }
  }
  const checked = checkRichText(parsed)
  if (!checked.ok) return checked
  const stored = storedText(checked.document)
  if (stored.length <= richTextLimits.json) return { ok: true, text: stored }
  return { ok: false, problem: 'has too much formatting to be stored. Shorten it.' }
}
