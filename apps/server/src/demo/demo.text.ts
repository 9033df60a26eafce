import type { RichNode } from '@steward/rich-text'

export const paragraph = (text: string): RichNode => ({
  type: 'paragraph',
  content: [{ type: 'text', text }],
})

export const bullets = (texts: readonly string[]): RichNode => ({
  type: 'bulletList',
  content: texts.map((text) => ({ type: 'listItem', content: [paragraph(text)] })),
})

export const toDo = (texts: readonly string[]): RichNode => ({
  type: 'taskList',
  content: texts.map((text) => ({
    type: 'taskItem',
    attrs: { checked: false },
    content: [paragraph(text)],
  })),
})
