import { useState, type FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { healthLimits, type HealthModelState } from '@steward/contracts/health'
import type { Level } from '@steward/contracts/level'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorPanelProps, errorText } from '../../../api/error-text.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Field } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toast.tsx'
import { usePublish, versionQuery } from '../health-admin.calls.ts'
import { compareModels, type ModelNames } from '../model/compare.rules.ts'
import { ChangeList } from './change-list.tsx'

type PublishDialogProps = { level: Level; state: HealthModelState; names: ModelNames; onClose: () => void }

/** Makes the draft the version in effect, with a word on why; shows once more what that changes. */
export function PublishDialog({ level, state, names, onClose }: PublishDialogProps) {
  const [note, setNote] = useState('')
  const publish = usePublish(level)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (publish.isPending) return
    try {
      await publish.mutateAsync({ revision: state.revision, note: note.trim() })
      toast.done('Published. Scores are updated within a minute.', { subject: 'health-draft' })
      onClose()
    } catch {
      // Why it was refused is in the dialog.
    }
  }

  return (
    <Dialog
      open
      width={560}
      onOpenChange={(open) => !open && onClose()}
      title={`Publish version ${(state.published?.number ?? 0) + 1}?`}
      description={`All ${level.plural} will be rescored.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="publish" busy={publish.isPending}>
            Publish
          </Button>
        </>
      }
    >
      <form id="publish" className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {publish.error && !isSessionExpired(publish.error) && <FormAlert text={errorText(publish.error)} />}
        <Field label="What changes and why?" help="Shown in the version list and score history.">
          <Textarea
            rows={2}
            maxLength={healthLimits.note}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
        <Differences level={level} state={state} names={names} />
      </form>
    </Dialog>
  )
}

function Differences({ level, state, names }: Omit<PublishDialogProps, 'onClose'>) {
  const { published, draft } = state
  const version = useQuery({ ...versionQuery(level, published?.versionId ?? 0), enabled: published !== null })
  if (!published) return null
  if (version.error) {
    return <ErrorPanel compact {...errorPanelProps(version.error)} onRetry={() => void version.refetch()} />
  }
  if (!version.data) return <Skeleton className="h-4 w-64" />
  return (
    <section aria-labelledby="differences" className="flex flex-col gap-2">
      <h3 id="differences" className="font-medium">
        Changes since version {published.number}
      </h3>
      <ChangeList changes={compareModels(version.data.model, draft, names)} />
    </section>
  )
}
