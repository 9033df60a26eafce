import type { CreateNoteTemplate } from '@steward/contracts/note'
import { storedText, type RichNode } from '@steward/rich-text'

const paragraph: RichNode = { type: 'paragraph' }
const points: RichNode = { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph] }] }
const toDo: RichNode = {
  type: 'taskList',
  content: [{ type: 'taskItem', attrs: { checked: false }, content: [paragraph] }],
}

const heading = (text: string): RichNode => ({
  type: 'heading',
  attrs: { level: 2 },
  content: [{ type: 'text', text }],
})

/** A list below each of the headings, and one to tick off below the last. */
function outline(headings: readonly string[]): string {
  const content = headings.flatMap((text, at) => [heading(text), at === headings.length - 1 ? toDo : points])
  return storedText({ type: 'doc', content })
}

/** The defaults of a new tenant. */
export const firstTemplates: readonly CreateNoteTemplate[] = [
  {
    name: 'Kick-off',
    title: 'Kick-off',
    body: outline(['Goals', 'How they work today', 'Risks', 'First steps']),
  },
  {
    name: 'Meeting minutes',
    title: 'Meeting',
    body: outline(['Who took part', 'What was said', 'Next steps']),
  },
  {
    name: 'Quarterly review',
    title: 'Quarterly review',
    body: outline(['What changed since last time', 'Numbers', 'Wishes', 'What we agreed']),
  },
]
