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
import { Link } from './editor-link.ts'
import { Image, type ImageStore } from './image/editor-image.ts'
import { Mention } from './mention/editor-mention.ts'
import type { MentionPicker } from './mention/mention-picker.ts'

export interface EditorParts {
  /** Absent: an @ is a sign like others. */
  picker?: MentionPicker
  /** Absent: pictures are not taken. */
  images?: ImageStore
}

/** What the editor knows: the nodes and marks of `@steward/rich-text`, and nothing that it would refuse. */
export const editorExtensions = ({ picker, images }: EditorParts) => [
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
  Image.configure({ images: images ?? null }),
  Mention.configure({ picker: picker ?? null }),
  Dropcursor,
  Gapcursor,
  TrailingNode,
  UndoRedo,
]
