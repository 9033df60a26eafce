import type { ClipboardEvent, KeyboardEvent } from 'react'
import { Textarea } from '../../../ui/textarea.tsx'
import { endsEntry } from './addresses.ts'

type AddressBoxProps = {
  text: string
  onText: (text: string) => void
  /** Whole addresses, however they are separated. */
  onAdd: (text: string) => void
}

/** Takes addresses one by one or many at once; whatever is complete leaves the box and joins the list. */
export function AddressBox({ text, onText, onAdd }: AddressBoxProps) {
  function take(entered: string) {
    if (entered.trim()) onAdd(entered)
    onText('')
  }

  function paste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text')
    // Part of an address is typed on, whole ones join the list.
    if (!pasted.includes('@') || !/[\s,;>]|@.+\./.test(pasted)) return
    event.preventDefault()
    take(`${text} ${pasted}`)
  }

  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    take(text)
  }

  return (
    <Textarea
      rows={2}
      className="min-h-14"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      placeholder="amara@example.com, Nora Berg <nora@example.com>"
      value={text}
      onPaste={paste}
      onKeyDown={press}
      onBlur={() => take(text)}
      onChange={(event) => {
        const typed = event.target.value
        if (endsEntry(typed)) take(typed)
        else onText(typed)
      }}
    />
  )
}
