import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { levelOf } from '@steward/contracts/level'
import { mostImportedUsers } from '@steward/contracts/plain/invite'
import { errorPanelProps } from '../../../api/error-text.ts'
import {
  detectionQuery,
  FileReading,
  UnreadableFile,
  type Detection,
  type TableSettings,
} from '../../../entities/table-file/index.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { numberText } from '../../../ui/reader.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useUserAction } from '../user-management.calls.ts'
import { PeoplePreview } from './people-preview.tsx'
import { formOf, guessColumns, type UserImportDraft } from './person-columns.rules.ts'
import { PersonColumns } from './person-columns.tsx'
import { importUsers, previewUserImport } from './user-import.calls.ts'

type UserImportFormProps = {
  uploadId: string
  /** With the users added, or without. */
  onEnd: () => void
}

/** From a file on the server to new users: match its columns, preview, import. */
export function UserImportForm({ uploadId, onEnd }: UserImportFormProps) {
  // Only the shape of the file is asked for: users are of no level.
  const [settings, setSettings] = useState<Partial<TableSettings>>({})
  const query = useQuery(detectionQuery(uploadId, levelOf('contact'), settings))
  const { data, error, refetch, isPlaceholderData } = query
  if (error) {
    return (
      <UnreadableFile
        error={error}
        onRetry={() => void refetch()}
        onReset={Object.keys(settings).length > 0 ? () => setSettings({}) : undefined}
        onAnother={onEnd}
      />
    )
  }
  if (!data) return <Skeleton className="h-80 w-full" />
  return (
    <div className="flex flex-col gap-6">
      <FileReading
        detection={data}
        busy={isPlaceholderData}
        onChange={(change) => setSettings({ ...settings, ...change })}
      />
      <Matching
        key={data.columns.map(({ name }) => name).join('\n')}
        detection={data}
        busy={isPlaceholderData}
        onEnd={onEnd}
      />
    </div>
  )
}

type MatchingProps = { detection: Detection; busy: boolean; onEnd: () => void }

function Matching({ detection, busy, onEnd }: MatchingProps) {
  const [draft, setDraft] = useState<UserImportDraft>(() => ({
    columns: guessColumns(detection),
    roleId: 1,
    sendsMail: false,
  }))
  const preview = useMutation({ mutationFn: previewUserImport })
  const start = useUserAction(importUsers)
  const form = formOf(detection, draft)
  const { data, error, variables } = preview
  // What was previewed before a change is no preview of what would be imported.
  const found = JSON.stringify(variables) === JSON.stringify(form) ? data : undefined

  function onImported(added: number) {
    toast.done(`${numberText(added)} ${added === 1 ? 'user' : 'users'} added`)
    onEnd()
  }

  const failure = error ?? start.error
  return (
    <div className="flex flex-col gap-6">
      <PersonColumns
        detection={detection}
        draft={draft}
        onChange={(changes) => setDraft((now) => ({ ...now, ...changes }))}
      />
      {failure && <ErrorPanel compact {...errorPanelProps(failure)} />}
      {found && <PeoplePreview preview={found} />}
      <div className="flex flex-wrap items-center gap-2">
        {found && found.ready > 0 ? (
          <Button
            variant="primary"
            busy={start.isPending}
            disabled={found.ready > mostImportedUsers}
            onClick={() => start.mutate(form, { onSuccess: ([latest]) => onImported(latest?.added ?? 0) })}
          >
            {draft.sendsMail ? 'Invite' : 'Add'} {numberText(found.ready)}{' '}
            {found.ready === 1 ? 'user' : 'users'}
          </Button>
        ) : (
          <Button
            variant="primary"
            busy={busy || preview.isPending}
            disabled={draft.columns.email === undefined}
            onClick={() => preview.mutate(form)}
          >
            Preview import
          </Button>
        )}
        <Button onClick={onEnd}>Cancel</Button>
        <p role="status" className="text-label text-2">
          {noteOf(draft, found?.ready)}
        </p>
      </div>
    </div>
  )
}

function noteOf({ columns }: UserImportDraft, ready: number | undefined): string {
  if (columns.email === undefined) return 'Choose the column of the email addresses.'
  if (ready === undefined) return 'The preview writes nothing.'
  if (ready === 0) return 'No row adds a user.'
  return ready > mostImportedUsers
    ? `A file can add at most ${numberText(mostImportedUsers)} users. Split it.`
    : ''
}
