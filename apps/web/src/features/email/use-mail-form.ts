import { useCallback, useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { isEmptyText } from './mail-text.ts'
import { ApiError, isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { useUser } from '../../api/session.ts'
import { toast } from '../../ui/toast.tsx'
import { isAddress, nameOf } from './address-list.rules.ts'
import { refreshMails, sendMail, type AnswerMode, type Subject } from './email.calls.ts'
import { draftKey, keepDraft, readDraft, type MailForm } from './mail-draft.ts'

/** What is answered. */
export interface Answering {
  messageId: number
  threadId: number
  mode: AnswerMode
}

type Faults = Readonly<Record<string, string>>

/** Why a mail cannot be sent yet, by its parts. */
function faultsOf(form: MailForm, pending: number): Faults {
  const faults: Record<string, string> = {}
  for (const part of ['to', 'cc', 'bcc'] as const) {
    const wrong = form[part].find((one) => !isAddress(one))
    if (wrong) faults[part] = `"${nameOf(wrong)}" is not a valid email address like ada@example.com.`
  }
  if (form.to.length === 0) faults['to'] = 'Add at least one recipient.'
  if (form.subject.trim() === '' && isEmptyText(form.body)) {
    faults['body'] = 'Add a subject or some text.'
  }
  if (pending > 0) faults['fileIds'] = 'A file is still uploading. Send when it is done.'
  return faults
}

/** Faults as the server names them, at the fields of the form: `to.0` is `to`. */
const atFields = (fields: Record<string, string> | undefined): Faults =>
  Object.fromEntries(Object.entries(fields ?? {}).map(([name, text]) => [name.split('.')[0], text]))

/** A mail that is being written: its form, its draft, and the outcome of sending it. */
export function useMailForm(subject: Subject, answering: Answering | undefined, start: MailForm) {
  const { userId } = useUser()
  const client = useQueryClient()
  const of = answering ? `${answering.mode}-${answering.messageId}` : `${subject.level.name}-${subject.id}`
  const key = draftKey(userId, of)
  const [draft] = useState(() => readDraft(key))
  const [form, setForm] = useState(draft ?? start)
  const [faults, setFaults] = useState<Faults>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [round, setRound] = useState(0)
  const latest = useRef(form)
  const sent = useRef(false)
  const pending = useRef({ files: 0, images: 0 })
  const dirty = JSON.stringify(form) !== JSON.stringify(start)

  // A moment after the last key, and at the latest when the form or the page goes.
  const keep = useRef(() => {})
  useEffect(() => {
    keep.current = () => !sent.current && keepDraft(key, dirty ? form : null)
    const timer = window.setTimeout(keep.current, 250)
    return () => window.clearTimeout(timer)
  }, [key, form, dirty])
  useEffect(() => {
    const flush = () => keep.current()
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [])

  function set(change: Partial<MailForm>) {
    latest.current = { ...latest.current, ...change }
    setForm(latest.current)
    setFaults((held) => Object.fromEntries(Object.entries(held).filter(([name]) => !(name in change))))
  }

  function discard() {
    sent.current = true
    keepDraft(key, null)
  }

  async function send(): Promise<number | null> {
    if (busy) return null
    const current = latest.current
    const wrong = faultsOf(current, pending.current.files + pending.current.images)
    setFaults(wrong)
    setProblem(null)
    if (Object.keys(wrong).length > 0) return null
    setBusy(true)
    try {
      const { files, ...mail } = current
      const { threadId, message } = await sendMail(userId, {
        ...mail,
        fileIds: files.map(({ fileId }) => fileId),
        level: subject.level.id,
        parentIdentifier: subject.id,
        mode: answering?.mode ?? 'new',
        ...(answering ? { inReplyTo: answering.messageId } : {}),
      })
      discard()
      toast.done(message, { subject: 'email-sent' })
      void refreshMails(client)
      return threadId
    } catch (error) {
      if (isSessionExpired(error)) return null
      setFaults(atFields(error instanceof ApiError ? error.fields : undefined))
      setProblem(errorText(error))
      return null
    } finally {
      setBusy(false)
    }
  }

  return {
    form,
    set,
    /** Takes a text from elsewhere; the editor starts again. */
    replace(change: Partial<MailForm>) {
      set(change)
      setRound(round + 1)
    },
    round,
    faults,
    problem,
    busy,
    dirty,
    restored: draft !== null,
    send,
    discard,
    setPendingFiles: useCallback((count: number) => void (pending.current.files = count), []),
    setPendingImages: useCallback((count: number) => void (pending.current.images = count), []),
  }
}
