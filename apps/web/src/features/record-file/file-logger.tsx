import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FileBrief } from '@steward/contracts/timeline'
import { errorText } from '../../api/error-text.ts'
import { AttachFiles } from '../../entities/file/index.ts'
import { type RecordLoggerProps, useRecordScreen } from '../../entities/record-screen/index.ts'
import { RichTextInput } from '../../entities/value/index.ts'
import { FormAlert } from '../../components/settings/form-alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { createFiles, refreshFiles } from './files.calls.ts'

/** Puts files with a record, with what is to be said of them. */
export function FileLogger({ onClose }: RecordLoggerProps) {
  const { level, id, record } = useRecordScreen()
  const [files, setFiles] = useState<readonly FileBrief[]>([])
  const [comment, setComment] = useState('')
  const [pending, setPending] = useState(0)
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: () =>
      createFiles(
        level,
        id,
        files.map(({ fileId }) => fileId),
        comment,
      ),
    onSuccess() {
      const what = files.length === 1 ? files[0]?.name : `${files.length} files`
      toast.done(`${what} added to ${record.globalFields.name}`, { subject: 'files' })
      onClose()
      return refreshFiles(client)
    },
  })
  return (
    <Drawer
      open
      title="Add files"
      dirty={(files.length > 0 || comment !== '') && !saving.isSuccess}
      onOpenChange={(open) => open || onClose()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={saving.isPending}
            disabled={files.length === 0 || pending > 0}
            onClick={() => saving.mutate()}
          >
            Add files
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormAlert text={saving.error && errorText(saving.error)} />
        <AttachFiles value={files} onChange={setFiles} onPending={setPending} label="Choose files">
          <p className="rounded-card border border-dashed border-edge bg-sunken px-4 py-6 text-center text-body text-2">
            Drop files here. Each has to be under 25 MB.
          </p>
        </AttachFiles>
        <Field label="Comment">
          <RichTextInput text={comment} onChange={setComment} />
        </Field>
      </div>
    </Drawer>
  )
}
