import type { Editor } from '@tiptap/core'
import { checkRichText, documentOf, storedText, type RichDocument } from '@steward/rich-text'

/** An editor keeps an empty paragraph at its end, below a list or a table, that no one wrote. */
function withoutTail({ content }: RichDocument): RichDocument {
  const last = content.findLastIndex(
    ({ type, content: parts }) => type !== 'paragraph' || parts !== undefined,
  )
  return { type: 'doc', content: content.slice(0, Math.max(last + 1, 1)) }
}

/** What is in an editor, as it is sent; what cannot be kept goes as it is, and is refused with its reason. */
export function textOfEditor(editor: Pick<Editor, 'getJSON'>): string {
  const written = editor.getJSON()
  const checked = checkRichText(written)
  return checked.ok ? storedText(withoutTail(checked.document)) : JSON.stringify(written)
}

/** What an editor begins with. */
export function contentOfText(text: string): object {
  return documentOf(text)
}
