import { useState } from 'react'
import { planLimits } from '@steward/contracts/plain/success-plan'
import type { PlanItem } from '@steward/contracts/success-plan/item'
import { FileButton, UploadList, useUploads } from '../../entities/file/index.ts'
import { RichTextInput } from '../../entities/value/index.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { changedBody } from './changed-body.ts'
import { FormDrawer } from './form-drawer.tsx'
import { savePlanItem } from './success-plan.calls.ts'
import { useSaving } from './use-saving.ts'

type NoteItem = Extract<PlanItem, { kind: 'NOTE' | 'FILE' }>

interface NoteDrawerProps {
  planId: number
  kind: 'NOTE' | 'FILE'
  item: NoteItem | null
  onClose: () => void
}

const titles = {
  NOTE: { create: 'New note', change: 'Edit note', action: 'Save note', done: 'Note saved' },
  FILE: { create: 'New files', change: 'Edit files', action: 'Save files', done: 'Files saved' },
} as const

function startOf(item: NoteItem | null) {
  const files = item?.kind === 'FILE' ? item.files : []
  return {
    name: item?.name ?? '',
    description: item?.description ?? '',
    files: files.map(({ fileId, name }) => ({ fileId, name })),
  }
}

/** The form as the call takes it. */
const bodyOf = ({ name, description, files }: ReturnType<typeof startOf>, kind: 'NOTE' | 'FILE') => ({
  name,
  description: description || null,
  ...(kind === 'FILE' && { fileIds: files.map(({ fileId }) => fileId) }),
})

/** The form of a note, or of files. */
export function NoteDrawer({ planId, kind, item, onClose }: NoteDrawerProps) {
  const [start] = useState(() => startOf(item))
  const [form, setForm] = useState(start)
  const { save, busy, alert, faults } = useSaving()
  const uploads = useUploads(({ fileId, name }) =>
    setForm((now) => ({ ...now, name: now.name || name, files: [...now.files, { fileId, name }] })),
  )
  const words = titles[kind]

  async function submit() {
    const all = bodyOf(form, kind)
    const body = item ? { ...changedBody(bodyOf(start, kind), all), version: item.version } : { ...all, kind }
    const written = await save(words.done, () => savePlanItem(planId, item?.itemId ?? null, body))
    if (written) onClose()
  }

  return (
    <FormDrawer
      title={item ? words.change : words.create}
      action={words.action}
      dirty={JSON.stringify(form) !== JSON.stringify(start)}
      busy={busy || uploads.pending > 0}
      alert={alert}
      onSave={() => void submit()}
      onClose={onClose}
    >
      <Field label="Name" required error={faults['name']}>
        <Input
          value={form.name}
          maxLength={planLimits.name}
          onChange={(event) => setForm({ ...form, name: event.target.value })}
        />
      </Field>
      {kind === 'FILE' && (
        <div className="flex flex-col gap-2">
          <ul aria-label="Files" className="flex flex-col gap-1">
            {form.files.map(({ fileId, name }) => (
              <li key={fileId} className="flex items-center gap-2">
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Remove ${name}`}
                  onClick={() =>
                    setForm({ ...form, files: form.files.filter((file) => file.fileId !== fileId) })
                  }
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
          <UploadList uploads={uploads} />
          <div>
            <FileButton label="Attach files" onFiles={uploads.add} />
          </div>
          {faults['fileIds'] && <p className="text-label text-poor">{faults['fileIds']}</p>}
        </div>
      )}
      <Field label={kind === 'NOTE' ? 'Text' : 'Description'} error={faults['description']}>
        <RichTextInput
          text={form.description}
          onChange={(description) => setForm((now) => ({ ...now, description }))}
        />
      </Field>
    </FormDrawer>
  )
}
