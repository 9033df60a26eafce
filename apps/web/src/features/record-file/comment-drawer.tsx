import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { RichTextInput } from '../../entities/value/index.ts'
import { FormAlert } from '../../components/settings/form-alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import type { FileEntry } from './file-entries.rules.ts'
import { updateFiles, refreshFiles } from './files.calls.ts'

/** Writes what is said of files. What was typed stays when saving it fails. */
export function CommentDrawer({ entry, onClose }: { entry: FileEntry; onClose: () => void }) {
  const { group, file } = entry
  const [comment, setComment] = useState(group.comment ?? '')
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: () => updateFiles(group.groupId, { comment, version: group.version }),
    onSuccess() {
      toast.done('Comment saved', { subject: `files-${group.groupId}` })
      onClose()
      return refreshFiles(client)
    },
  })
  const name = group.files.length > 1 ? `${group.files.length} files` : file.name
  return (
    <Drawer
      open
      title={`Comment on ${name}`}
      dirty={comment !== (group.comment ?? '') && !saving.isSuccess}
      onOpenChange={(open) => open || onClose()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={saving.isPending} onClick={() => saving.mutate()}>
            Save comment
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormAlert text={saving.error && errorText(saving.error)} />
        <Field label="Comment">
          <RichTextInput text={comment} onChange={setComment} />
        </Field>
      </div>
    </Drawer>
  )
}
