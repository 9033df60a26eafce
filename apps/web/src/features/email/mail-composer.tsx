import { Suspense, useState, type KeyboardEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { AnswerDraft, MailAddress } from '@steward/contracts/email'
import { isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { AttachFiles } from '../../entities/file/index.ts'
import { LazyRichTextEditor } from '../../entities/rich-text/index.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Field, useField } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { mailboxQuery, type Subject } from './email.calls.ts'
import { blankMail } from './mail-draft.ts'
import { isEmptyText } from './mail-text.ts'
import { privacyWords, type Privacy } from './privacy-words.ts'
import { RecipientsField } from './recipients-field.tsx'
import { fillTemplate, mailTemplatesQuery } from './template.calls.ts'
import { useMailForm, type Answering } from './use-mail-form.ts'

type MailComposerProps = {
  subject: Subject
  answering?: Answering
  /** To whom a new one goes, until something else is said. */
  to?: MailAddress[]
  /** What an answer begins with. */
  draft?: AnswerDraft
  onClose: () => void
  onSent?: (threadId: number) => void
}

type MailFormState = ReturnType<typeof useMailForm>

const titles = { new: 'New e-mail', reply: 'Reply', replyAll: 'Reply to all', forward: 'Forward' } as const

/** Writes an e-mail. Closing keeps what was typed; Ctrl or ⌘ Enter sends. */
export function MailComposer({ subject, answering, to, draft, onClose, onSent }: MailComposerProps) {
  const [start] = useState(() =>
    draft
      ? { ...blankMail, subject: draft.subject, to: draft.to, cc: draft.cc, files: [...draft.files] }
      : { ...blankMail, to: to ?? [] },
  )
  const mail = useMailForm(subject, answering, start)
  const { data: mailbox } = useQuery(mailboxQuery)

  async function send() {
    const threadId = await mail.send()
    if (threadId === null) return
    onSent?.(threadId)
    onClose()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void send()
  }

  return (
    <Drawer
      open
      width={680}
      title={titles[answering?.mode ?? 'new']}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <div className="flex w-full items-center gap-2">
          <p className="mr-auto min-w-0 truncate text-label text-3" role="status">
            {mail.dirty ? 'Kept as a draft until you send' : ''}
          </p>
          <Button
            onClick={() => {
              mail.discard()
              onClose()
            }}
          >
            {mail.dirty ? 'Discard' : 'Cancel'}
          </Button>
          <Button
            variant="primary"
            busy={mail.busy}
            disabled={mailbox?.connected === false}
            onClick={() => void send()}
          >
            Send
          </Button>
        </div>
      }
    >
      {/* The key that sends works from every field. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className="flex flex-col gap-4" onKeyDown={onKeyDown}>
        <Notes mail={mail} connected={mailbox?.connected} onRetry={() => void send()} />
        <Fields mail={mail} subject={subject} answering={answering} />
        {mailbox?.from && (
          <p className="text-label text-3">
            It goes out as {mailbox.from.name} &lt;{mailbox.from.address}&gt;; answers go to {mailbox.replyTo}
            .
          </p>
        )}
      </div>
    </Drawer>
  )
}

const noteClass = 'flex flex-wrap items-center gap-2 rounded-control px-3 py-2 text-label'

type NotesProps = { mail: MailFormState; connected: boolean | undefined; onRetry: () => void }

function Notes({ mail, connected, onRetry }: NotesProps) {
  return (
    <>
      {connected === false && (
        <p role="status" className={`${noteClass} bg-average-soft text-average`}>
          No mail server is connected, so nothing can be sent. What you write is kept as a draft. Ask your
          administrator to connect one.
        </p>
      )}
      {mail.problem ? (
        <div role="alert" className={`${noteClass} bg-poor-soft`}>
          <p className="min-w-0 flex-1 text-poor">{mail.problem}</p>
          <Button size="sm" busy={mail.busy} onClick={onRetry}>
            Retry
          </Button>
        </div>
      ) : (
        mail.restored &&
        mail.dirty && (
          <p role="status" className={`${noteClass} bg-info-soft text-info`}>
            This is what you wrote and have not sent.
          </p>
        )
      )}
    </>
  )
}

type FieldsProps = { mail: MailFormState; subject: Subject; answering: Answering | undefined }

function Fields({ mail, subject, answering }: FieldsProps) {
  const { form, set, faults, round } = mail
  const [copies, setCopies] = useState(form.cc.length + form.bcc.length > 0)
  return (
    <>
      {!answering && <TemplateField mail={mail} subject={subject} />}
      <RecipientsField
        label="To"
        autoFocus={form.to.length === 0}
        value={form.to}
        error={faults['to']}
        onChange={(to) => set({ to })}
      />
      {copies ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <RecipientsField label="Cc" value={form.cc} error={faults['cc']} onChange={(cc) => set({ cc })} />
          <RecipientsField
            label="Bcc"
            value={form.bcc}
            error={faults['bcc']}
            onChange={(bcc) => set({ bcc })}
          />
        </div>
      ) : (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setCopies(true)}>
          Add Cc or Bcc
        </Button>
      )}
      <Field label="Subject" error={faults['subject']}>
        <Input
          value={form.subject}
          maxLength={255}
          onChange={({ target }) => set({ subject: target.value })}
        />
      </Field>
      <Field label="Text" error={faults['body']}>
        <BodyEditor key={round} mail={mail} autoFocus={answering !== undefined && form.to.length > 0} />
      </Field>
      {answering && (
        <p className="text-label text-3">What it answers is repeated below your text, and shown folded.</p>
      )}
      <div className="flex flex-col gap-1">
        <AttachFiles
          value={form.files}
          onChange={(files) => set({ files: [...files] })}
          onPending={mail.setPendingFiles}
        />
        {faults['fileIds'] && (
          <p role="alert" className="text-label text-poor">
            {faults['fileIds']}
          </p>
        )}
      </div>
      {(!answering || answering.mode === 'forward') && (
        <Field label="Who may read it here" help={privacyWords[form.privacy].help}>
          <Select<Privacy>
            value={form.privacy}
            options={(Object.keys(privacyWords) as Privacy[]).map((value) => ({
              value,
              label: privacyWords[value].label,
            }))}
            onChange={(privacy) => set({ privacy: privacy ?? 'everyone' })}
          />
        </Field>
      )}
    </>
  )
}

function BodyEditor({ mail, autoFocus }: { mail: MailFormState; autoFocus: boolean }) {
  const field = useField()
  return (
    <Suspense fallback={<Skeleton className="h-52 w-full" />}>
      <LazyRichTextEditor
        id={field?.id}
        labelledBy={field?.labelId}
        describedBy={field?.describedBy}
        invalid={field?.invalid}
        autoFocus={autoFocus}
        className="max-h-[46dvh] min-h-52"
        text={mail.form.body}
        onChange={(body) => mail.set({ body })}
        onPending={mail.setPendingImages}
      />
    </Suspense>
  )
}

/** Begins with a template, as long as nothing else was written. */
function TemplateField({ mail, subject }: { mail: MailFormState; subject: Subject }) {
  const { data: templates } = useQuery(mailTemplatesQuery)
  const [missing, setMissing] = useState<readonly string[]>([])
  const { form, replace } = mail

  async function take(templateId: number | null) {
    const template = templates?.find((one) => one.templateId === templateId)
    if (!template) return
    try {
      const filled = await fillTemplate(subject, template)
      replace({ subject: filled.subject, body: filled.body })
      setMissing(filled.missing)
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'email-template' })
    }
  }

  const isUntouched = form.subject === '' && isEmptyText(form.body)
  if (missing.length > 0)
    return (
      <p role="status" className={`${noteClass} bg-average-soft text-average`}>
        The record says nothing for {missing.map((name) => `{{${name}}}`).join(', ')}. Write it yourself
        before you send.
      </p>
    )
  if (!templates?.length || !isUntouched) return null
  return (
    <Field label="Template">
      <Select
        value={null}
        placeholder="Begin with a template"
        options={templates.map(({ templateId, name }) => ({ value: templateId, label: name }))}
        onChange={(id) => void take(id)}
      />
    </Field>
  )
}
