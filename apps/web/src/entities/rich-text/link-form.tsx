import { useId, useState, type KeyboardEvent } from 'react'
import type { Editor } from '@tiptap/core'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { readLinkAddress } from './link-address.ts'

/** The address of the link at the cursor, or of what is selected. */
export function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const held = (editor.getAttributes('link')['href'] as string | undefined) ?? ''
  const [typed, setTyped] = useState(held)
  const [isWrong, setWrong] = useState(false)
  const id = useId()

  function apply() {
    const href = readLinkAddress(typed)
    if (!href) return setWrong(true)
    const chain = editor.chain().focus().extendMarkRange('link')
    const isBare = editor.state.selection.empty && held === ''
    if (isBare)
      chain.insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] })
    else chain.setMark('link', { href })
    chain.run()
    onClose()
  }

  function remove() {
    editor.chain().focus().extendMarkRange('link').unsetMark('link').run()
    onClose()
  }

  // Neither may reach the form or the dialog around: this is no form of its own within theirs.
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') return apply()
    onClose()
    editor.commands.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The keys of its field work from its buttons, too.
    <div className="flex flex-wrap items-center gap-2 border-t border-line px-2 py-1.5" onKeyDown={onKeyDown}>
      <Input
        autoFocus
        type="url"
        aria-label="Link address"
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? id : undefined}
        placeholder="https://"
        className="min-w-40 flex-1"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setWrong(false)
        }}
      />
      <Button size="sm" variant="primary" onClick={apply}>
        Set link
      </Button>
      {held !== '' && (
        <Button size="sm" onClick={remove}>
          Remove link
        </Button>
      )}
      {isWrong && (
        <p id={id} role="alert" className="w-full text-label text-poor">
          Enter an address that starts with http://, https:// or mailto:.
        </p>
      )}
    </div>
  )
}
