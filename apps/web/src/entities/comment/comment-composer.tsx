import { Suspense, type KeyboardEvent } from 'react'
import { plainTextOf } from '@steward/rich-text'
import { useUser } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { draftKey, useComposer, type DraftOf } from '../draft/index.ts'
import { LazyRichTextEditor } from '../rich-text/index.ts'

type CommentComposerProps = {
  draftOf: DraftOf
  /** The record that the text is about; users who can't see it can't be mentioned. */
  recordId?: number
  /** What it begins with, where a comment is edited. */
  start?: string
  autoFocus?: boolean
  action: string
  send: (body: string) => Promise<void>
  onClose: () => void
}

function commentFaults({ body }: { body: string }): Record<string, string> {
  const isBlank = plainTextOf(body).trim() === '' && !body.startsWith('{')
  return isBlank ? { body: 'Write a comment.' } : {}
}

/** Writes a comment; what was typed is kept until it is sent or abandoned. */
export function CommentComposer({
  draftOf,
  recordId,
  start = '',
  autoFocus,
  action,
  send,
  onClose,
}: CommentComposerProps) {
  const { userId } = useUser()
  const composer = useComposer<{ body: string }>({
    draftKey: draftKey(userId, draftOf),
    start: { body: start },
    version: null,
    check: commentFaults,
    send: ({ body }) => send(body),
  })
  const { form, problem, faults, busy } = composer
  const fault = faults['body'] ?? problem?.text

  async function save() {
    if (await composer.save()) onClose()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void save()
    }
    // What is around it has keys of its own.
    event.stopPropagation()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key that sends works from every part
    <div className="flex flex-col gap-2" onKeyDown={onKeyDown}>
      <Suspense fallback={<Skeleton className="h-34 w-full" />}>
        <LazyRichTextEditor
          mentions
          recordId={recordId}
          label="Comment"
          text={form.body}
          autoFocus={autoFocus}
          invalid={fault !== undefined}
          className="max-h-72"
          onChange={(body) => composer.set({ body })}
          onPending={composer.setPendingImages}
        />
      </Suspense>
      {fault && (
        <p role="alert" className="text-label text-poor">
          {fault}
        </p>
      )}
      <div className="flex gap-2">
        <Button size="sm" variant="primary" busy={busy} onClick={() => void save()}>
          {problem ? 'Retry' : action}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            composer.discard()
            onClose()
          }}
        >
          Cancel
        </Button>
      </div>
    </div>
  )
}
