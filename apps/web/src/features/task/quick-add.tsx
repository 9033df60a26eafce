import { useState, type ClipboardEvent, type FormEvent } from 'react'
import { taskLimits } from '@steward/contracts/plain/task'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import type { TaskSubject } from './task.calls.ts'
import { linesOf } from './task-words.ts'
import type { TaskActs } from './use-task-acts.ts'

/** Adds tasks by their titles: one with Enter, several by pasting lines. */
export function QuickAdd({ acts, subject }: { acts: TaskActs; subject: TaskSubject | null }) {
  const [text, setText] = useState('')
  const [pasted, setPasted] = useState<string[]>([])
  const [busy, setBusy] = useState(false)

  async function add(lines: string[]) {
    setBusy(true)
    const isDone = await acts.add(lines, subject)
    setBusy(false)
    if (!isDone) return
    setText('')
    setPasted([])
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const title = text.trim()
    if (title !== '' && !busy) void add([title])
  }

  function paste(event: ClipboardEvent) {
    const lines = linesOf(event.clipboardData.getData('text/plain')).slice(0, taskLimits.lines)
    if (lines.length < 2) return
    event.preventDefault()
    setPasted(lines)
  }

  if (pasted.length > 0) {
    return (
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2" role="status">
        <span className="mr-auto text-body">
          {pasted.length} lines were pasted, from “{pasted[0]}” to “{pasted.at(-1)}”.
        </span>
        <Button size="sm" onClick={() => setPasted([])}>
          Cancel
        </Button>
        <Button size="sm" variant="primary" busy={busy} onClick={() => void add(pasted)}>
          Add {pasted.length} tasks
        </Button>
      </div>
    )
  }
  return (
    <form onSubmit={submit} className="flex items-center gap-2 border-b border-line px-4 py-2">
      <Input
        aria-label="New task"
        placeholder="Add a task, or paste several lines"
        value={text}
        maxLength={taskLimits.title}
        onChange={(event) => setText(event.target.value)}
        onPaste={paste}
        className="flex-1"
      />
      <Button size="md" type="submit" busy={busy} disabled={text.trim() === ''}>
        Add
      </Button>
    </form>
  )
}
