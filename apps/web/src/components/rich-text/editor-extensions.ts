import { mergeAttributes, Node } from '@tiptap/core'
import { Blockquote } from '@tiptap/extension-blockquote'
import { Bold } from '@tiptap/extension-bold'
import { Code } from '@tiptap/extension-code'
import { CodeBlock } from '@tiptap/extension-code-block'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { HorizontalRule } from '@tiptap/extension-horizontal-rule'
import { Italic } from '@tiptap/extension-italic'
import { BulletList, ListItem, ListKeymap, OrderedList, TaskItem, TaskList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Strike } from '@tiptap/extension-strike'
import { TableKit } from '@tiptap/extension-table'
import { Text } from '@tiptap/extension-text'
import { Underline } from '@tiptap/extension-underline'
import { Dropcursor, Gapcursor, TrailingNode, UndoRedo } from '@tiptap/extensions'
import { isImageAddress } from '@steward/rich-text'
import { Link } from './editor-link.ts'

/** Pictures that lie with us; others are left out of what is pasted. */
const Image = Node.create({
  name: 'image',
  group: 'block',
  draggable: true,
  addAttributes: () => ({ src: { default: null }, alt: { default: null } }),
  parseHTML: () => [
    { tag: 'img[src]', getAttrs: (element) => isImageAddress(element.getAttribute('src')) && null },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
})

const mentionAttribute = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(`data-${name}`),
  renderHTML: (attributes: Record<string, unknown>) => ({ [`data-${name}`]: attributes[name] }),
})

/** Users and records that a text names; they come and go as one. */
const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    kind: mentionAttribute('kind'),
    id: {
      ...mentionAttribute('id'),
      parseHTML: (element: HTMLElement) => Number(element.getAttribute('data-id')),
    },
    label: mentionAttribute('label'),
  }),
  parseHTML: () => [{ tag: 'span[data-kind][data-id][data-label]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { class: 'rich-mention' }),
    `@${node.attrs['label']}`,
  ],
  renderText: ({ node }) => `@${node.attrs['label']}`,
})

/** What the editor knows: the nodes and marks of `@steward/rich-text`, and nothing that it would refuse. */
export const editorExtensions = [
  Document,
  Paragraph,
  Text,
  Heading.configure({ levels: [1, 2, 3] }),
  Blockquote,
  CodeBlock,
  HorizontalRule,
  HardBreak,
  Bold,
  Italic,
  Underline,
  Strike,
  // Code may be bold or lead somewhere.
  Code.extend({ excludes: '' }),
  Link,
  BulletList,
  OrderedList,
  ListItem,
  ListKeymap,
  TaskList,
  TaskItem.configure({
    nested: true,
    a11y: {
      checkboxLabel: (node, checked) => `${checked ? 'Done' : 'To do'}: ${node.textContent || 'empty'}`,
    },
  }),
  TableKit.configure({ table: { resizable: false } }),
  Image,
  Mention,
  Dropcursor,
  Gapcursor,
  TrailingNode,
  UndoRedo,
]
