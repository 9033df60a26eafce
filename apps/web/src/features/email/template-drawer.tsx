import { Suspense, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { MailTemplate } from '@steward/contracts/email-template'
import { ApiError, isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { LazyRichTextEditor } from '../../entities/rich-text/index.ts'
import { CopyText } from '../../components/settings/copy-text.tsx'
import { FormAlert } from '../../components/settings/form-alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Field, useField } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { saveMailTemplate, type TemplateForm } from './template.calls.ts'

/** What can be in a template; any field by the name that people see. */
const placeholders = [
  ['{{record.name}}', 'Name of the record'],
  ['{{organization.name}}', 'Name of its organization'],
  ['{{account.name}}', 'Name of its account'],
  ['{{field:About}}', 'What a field of the record says; put its name in place of About'],
  ['{{user.firstName}}', 'First name of who writes'],
  ['{{user.lastName}}', 'Last name of who writes'],
  ['{{user.email}}', 'E-mail address of who writes'],
] as const

type TemplateDrawerProps = { template: MailTemplate | undefined; onClose: () => void }

/** Makes a template, or changes one. */
export function TemplateDrawer({ template, onClose }: TemplateDrawerProps) {
  const client = useQueryClient()
  const [start] = useState<TemplateForm>(() => ({
    name: template?.name ?? '',
    subject: template?.subject ?? '',
    body: template?.body ?? '',
  }))
  const [form, setForm] = useState(start)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const set = (change: Partial<TemplateForm>) => setForm((held) => ({ ...held, ...change }))

  async function save() {
    setBusy(true)
    setFault(null)
    try {
      await saveMailTemplate(client, template?.templateId, form)
      toast.done('Template saved', { subject: 'email-template' })
      onClose()
    } catch (error) {
      setBusy(false)
      if (isSessionExpired(error)) return
      const fields = error instanceof ApiError ? (error.fields ?? {}) : {}
      setFaults(fields)
      if (Object.keys(fields).length === 0) setFault(errorText(error))
    }
  }

  return (
    <Drawer
      open
      width={620}
      title={template ? 'Edit template' : 'New template'}
      dirty={JSON.stringify(form) !== JSON.stringify(start)}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            Save template
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormAlert text={fault} />
        <Field label="Name" required error={faults['name']}>
          <Input value={form.name} maxLength={80} onChange={({ target }) => set({ name: target.value })} />
        </Field>
        <Field label="Subject" error={faults['subject']}>
          <Input
            value={form.subject}
            maxLength={255}
            onChange={({ target }) => set({ subject: target.value })}
          />
        </Field>
        <Field label="Text" error={faults['body']}>
          <Body text={start.body} onChange={(body) => set({ body })} />
        </Field>
        <section className="flex flex-col gap-2" aria-label="Placeholders">
          <h3 className="font-medium">Placeholders</h3>
          <p className="text-label text-2">
            They are filled in when somebody begins an e-mail with the template, and can be changed then.
          </p>
          {placeholders.map(([text, meaning]) => (
            <div key={text} className="grid items-center gap-x-3 gap-y-1 text-label sm:grid-cols-2">
              <CopyText label={meaning} text={text} />
              <span className="text-2">{meaning}</span>
            </div>
          ))}
        </section>
      </div>
    </Drawer>
  )
}

function Body({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const field = useField()
  return (
    <Suspense fallback={<Skeleton className="h-52 w-full" />}>
      <LazyRichTextEditor
        id={field?.id}
        labelledBy={field?.labelId}
        describedBy={field?.describedBy}
        invalid={field?.invalid}
        className="max-h-[46dvh] min-h-52"
        text={text}
        onChange={onChange}
      />
    </Suspense>
  )
}
