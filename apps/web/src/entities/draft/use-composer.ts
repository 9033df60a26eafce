import { useCallback, useEffect, useRef, useState } from 'react'
import { isSessionExpired } from '../../api/api-error.ts'
import { composerProblem, type ComposerProblem } from './composer-problem.ts'
import { readDraft, writeDraft } from './draft-store.ts'

/** Milliseconds. */
const keepAfter = 250

export interface ComposerSetup<Form extends object> {
  /** Where the draft is kept. */
  draftKey: string
  /** What it begins with: nothing, or what the entry says. */
  start: Form
  /** The version of the entry that is edited; null for a new one. */
  version: number | null
  /** Why a form cannot be sent yet, by its parts. */
  check(form: Form): Record<string, string>
  /** Saves it. With `asNew` an entry that was deleted is written again. */
  send(form: Form, how: { version: number | null; asNew: boolean }): Promise<void>
}

export interface Composer<Form extends object> {
  form: Form
  /** Whether it began with a draft of before. */
  restored: boolean
  dirty: boolean
  busy: boolean
  problem: ComposerProblem | null
  faults: Readonly<Record<string, string>>
  /** Goes up whenever the form was replaced as a whole, for parts that read it once. */
  round: number
  set(change: Partial<Form>): void
  replace(form: Form): void
  /** Back to what it began with, without the draft. */
  startOver(): void
  /** How many pictures or files are on their way. */
  setPendingImages(count: number): void
  setPendingFiles(count: number): void
  save(how?: { version?: number | null; asNew?: boolean }): Promise<boolean>
  discard(): void
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** Keeps what is typed as a draft, a moment after the last key and at the latest when the page goes. */
function useKeptDraft<Form extends object>(key: string, start: Form, version: number | null) {
  const latest = useRef<Form>(start)
  const timer = useRef(0)
  const keep = useCallback(() => {
    if (timer.current === 0) return
    window.clearTimeout(timer.current)
    timer.current = 0
    writeDraft(key, isSame(latest.current, start) ? null : { form: latest.current, version })
  }, [key, start, version])
  useEffect(() => {
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [keep])
  return {
    note(form: Form) {
      latest.current = form
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(keep, keepAfter)
    },
    forget() {
      window.clearTimeout(timer.current)
      timer.current = 0
      writeDraft(key, null)
    },
  }
}

/** An entry that is being written: its form, its draft, and the outcome of saving it. */
export function useComposer<Form extends object>(setup: ComposerSetup<Form>): Composer<Form> {
  const [start] = useState(setup.start)
  const [draft] = useState(() => readDraft(setup.draftKey, start))
  const [form, setForm] = useState(draft?.form ?? start)
  const version = draft ? draft.version : setup.version
  const kept = useKeptDraft(setup.draftKey, start, version)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ComposerProblem | null>(null)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [round, setRound] = useState(0)
  const pending = useRef({ images: 0, files: 0 })
  // Two parts may change before either is drawn.
  const latest = useRef(form)

  function take(next: Form) {
    latest.current = next
    setForm(next)
    kept.note(next)
  }

  function set(change: Partial<Form>) {
    take({ ...latest.current, ...change })
    setFaults((held) => {
      const left = Object.entries(held).filter(([name]) => !(name in change))
      return left.length === Object.keys(held).length ? held : Object.fromEntries(left)
    })
  }

  async function save({ version: against = version, asNew = false } = {}): Promise<boolean> {
    if (busy) return false
    const wrong = setup.check(latest.current)
    const { images, files } = pending.current
    if (images > 0) wrong['body'] = 'An image is still uploading. Save when it is done.'
    if (files > 0) wrong['fileIds'] = 'A file is still uploading. Save when it is done.'
    setFaults(wrong)
    setProblem(null)
    if (Object.keys(wrong).length > 0) return false
    setBusy(true)
    try {
      await setup.send(latest.current, { version: against, asNew })
      kept.forget()
      return true
    } catch (error) {
      if (isSessionExpired(error)) return false
      const found = composerProblem(error, setup.version !== null && !asNew)
      setFaults(found.fields)
      setProblem(found)
      return false
    } finally {
      setBusy(false)
    }
  }

  function replace(next: Form) {
    take(next)
    setRound(round + 1)
    setProblem(null)
  }

  return {
    form,
    restored: draft !== null,
    dirty: !isSame(form, start),
    busy,
    problem,
    faults,
    round,
    set,
    replace,
    startOver: () => replace(start),
    setPendingImages: useCallback((count: number) => void (pending.current.images = count), []),
    setPendingFiles: useCallback((count: number) => void (pending.current.files = count), []),
    save,
    discard: kept.forget,
  }
}
