import { useEffect, useReducer, useState } from 'react'
import { Toolbar } from '@base-ui/react/toolbar'
import type { Editor } from '@tiptap/core'
import { IconLink } from '@tabler/icons-react'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { ImageStore } from './image/editor-image.ts'
import { ImageButton } from './image/image-button.tsx'
import { LinkForm } from './link-form.tsx'
import {
  blockActions,
  headingActions,
  historyActions,
  insertTable,
  markActions,
  tableActions,
  type ToolbarAction,
} from './toolbar-actions.ts'

const every = [
  ...historyActions,
  ...headingActions,
  ...markActions,
  ...blockActions,
  insertTable,
  ...tableActions,
]

type ActionState = { active: boolean; enabled: boolean }

function stateOf({ run, isActive }: ToolbarAction, editor: Editor): ActionState {
  return { active: isActive?.(editor) ?? false, enabled: run(editor.can().chain()).run() }
}

type GroupProps = { actions: readonly ToolbarAction[]; editor: Editor; states: Record<string, ActionState> }

function Group({ actions, editor, states }: GroupProps) {
  return actions.map((action) => {
    const { label, icon: Icon, shortcut, isActive, run } = action
    const { active = false, enabled = true } = states[label] ?? {}
    return (
      <Toolbar.Button
        key={label}
        disabled={!enabled}
        onClick={() => {
          // At once: an action may take its own button away, and the focus with it.
          editor.view.focus()
          run(editor.chain().focus()).run()
        }}
        render={
          <IconButton
            size="sm"
            label={label}
            shortcut={shortcut}
            pressed={isActive && active}
            icon={<Icon aria-hidden />}
          />
        }
      />
    )
  })
}

const separator = <Toolbar.Separator className="mx-1 h-5 w-px shrink-0 bg-line" />

/** Draws again after each step of the editor. */
function useTransactions(editor: Editor): void {
  const [, step] = useReducer((steps: number) => steps + 1, 0)
  useEffect(() => {
    editor.on('transaction', step)
    return () => void editor.off('transaction', step)
  }, [editor])
}

type EditorToolbarProps = {
  editor: Editor
  controls: string
  /** Absent where the text takes no pictures. */
  images: ImageStore | undefined
}

/** What forms a text; the arrow keys lead through it, and Tab leaves it for the text. */
export function EditorToolbar({ editor, controls, images }: EditorToolbarProps) {
  const [linking, setLinking] = useState(false)
  useTransactions(editor)
  const states = Object.fromEntries(every.map((action) => [action.label, stateOf(action, editor)]))
  const shared = { editor, states }

  return (
    <div data-print="off" className="border-b border-line">
      <Toolbar.Root
        aria-label="Formatting"
        aria-controls={controls}
        onMouseDown={(event) => event.preventDefault()}
        className="flex flex-wrap items-center gap-0.5 p-1 [&_button:disabled]:opacity-45 [&_button[data-disabled]]:opacity-45"
      >
        <Group actions={historyActions} {...shared} />
        {separator}
        <Group actions={headingActions} {...shared} />
        {separator}
        <Group actions={markActions} {...shared} />
        <Toolbar.Button
          onClick={() => setLinking(!linking)}
          render={
            <IconButton
              size="sm"
              label="Link"
              aria-expanded={linking}
              className={cx(editor.isActive('link') && 'bg-accent-soft text-accent-text')}
              icon={<IconLink aria-hidden />}
            />
          }
        />
        {separator}
        <Group actions={blockActions} {...shared} />
        <Group
          actions={editor.isActive('table') ? [insertTable, ...tableActions] : [insertTable]}
          {...shared}
        />
        {images && <ImageButton editor={editor} images={images} />}
      </Toolbar.Root>
      {linking && <LinkForm editor={editor} onClose={() => setLinking(false)} />}
    </div>
  )
}
