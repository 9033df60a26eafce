import type { ComponentType } from 'react'
import type { ChainedCommands, Editor } from '@tiptap/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconCode,
  IconColumnInsertRight,
  IconColumnRemove,
  IconH1,
  IconH2,
  IconH3,
  IconItalic,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconRowInsertBottom,
  IconRowRemove,
  IconSeparatorHorizontal,
  IconSourceCode,
  IconStrikethrough,
  IconTable,
  IconTableOff,
  IconUnderline,
} from '@tabler/icons-react'

export interface ToolbarAction {
  label: string
  icon: ComponentType
  shortcut?: string
  run(chain: ChainedCommands): ChainedCommands
  /** Absent for what is done and over. */
  isActive?(editor: Editor): boolean
}

const heading = (level: 1 | 2 | 3, icon: ComponentType): ToolbarAction => ({
  label: `Heading ${level}`,
  icon,
  shortcut: `mod+alt+${level}`,
  run: (chain) => chain.toggleHeading({ level }),
  isActive: (editor) => editor.isActive('heading', { level }),
})

const form = (
  name: string,
  label: string,
  icon: ComponentType,
  run: ToolbarAction['run'],
  shortcut?: string,
): ToolbarAction => ({ label, icon, shortcut, run, isActive: (editor) => editor.isActive(name) })

export const historyActions: readonly ToolbarAction[] = [
  { label: 'Undo', icon: IconArrowBackUp, shortcut: 'mod+z', run: (chain) => chain.undo() },
  { label: 'Redo', icon: IconArrowForwardUp, shortcut: 'mod+shift+z', run: (chain) => chain.redo() },
]

export const headingActions: readonly ToolbarAction[] = [
  heading(1, IconH1),
  heading(2, IconH2),
  heading(3, IconH3),
]

export const markActions: readonly ToolbarAction[] = [
  form('bold', 'Bold', IconBold, (chain) => chain.toggleBold(), 'mod+b'),
  form('italic', 'Italic', IconItalic, (chain) => chain.toggleItalic(), 'mod+i'),
  form('underline', 'Underline', IconUnderline, (chain) => chain.toggleUnderline(), 'mod+u'),
  form('strike', 'Strikethrough', IconStrikethrough, (chain) => chain.toggleStrike(), 'mod+shift+s'),
  form('code', 'Code', IconCode, (chain) => chain.toggleCode(), 'mod+e'),
]

export const blockActions: readonly ToolbarAction[] = [
  form('bulletList', 'Bulleted list', IconList, (chain) => chain.toggleBulletList(), 'mod+shift+8'),
  form('orderedList', 'Numbered list', IconListNumbers, (chain) => chain.toggleOrderedList(), 'mod+shift+7'),
  form('taskList', 'Task list', IconListCheck, (chain) => chain.toggleTaskList(), 'mod+shift+9'),
  form('blockquote', 'Quote', IconBlockquote, (chain) => chain.toggleBlockquote(), 'mod+shift+b'),
  form('codeBlock', 'Code block', IconSourceCode, (chain) => chain.toggleCodeBlock(), 'mod+alt+c'),
  { label: 'Divider', icon: IconSeparatorHorizontal, run: (chain) => chain.setHorizontalRule() },
]

export const insertTable: ToolbarAction = {
  label: 'Table',
  icon: IconTable,
  run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
}

/** Offered while the cursor is in a table. */
export const tableActions: readonly ToolbarAction[] = [
  { label: 'Add row below', icon: IconRowInsertBottom, run: (chain) => chain.addRowAfter() },
  { label: 'Add column to the right', icon: IconColumnInsertRight, run: (chain) => chain.addColumnAfter() },
  { label: 'Delete row', icon: IconRowRemove, run: (chain) => chain.deleteRow() },
  { label: 'Delete column', icon: IconColumnRemove, run: (chain) => chain.deleteColumn() },
  { label: 'Delete table', icon: IconTableOff, run: (chain) => chain.deleteTable() },
]
