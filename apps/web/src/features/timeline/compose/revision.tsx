import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { TimelineItem } from '@steward/contracts/timeline'
import { errorPanelProps } from '../../../api/error-text.ts'
import { useUser } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { Subject } from '../logging.calls.ts'
import { itemQuery } from '../timeline.calls.ts'
import { ActivityComposer } from './activity-composer.tsx'
import { draftKey, hasDraft, writeDraft } from '../../../entities/draft/index.ts'
import { NoteComposer } from './note-composer.tsx'
import { PulseComposer } from './pulse-composer.tsx'

type RevisionProps = { itemId: number; subject: Subject; onClose: () => void }

/** Edits an item of the timeline as it is now. */
export function Revision({ itemId, subject, onClose }: RevisionProps) {
  // What is held may be old: an edit begins with what stands.
  const { data: item, error, isFetchedAfterMount, refetch } = useQuery({ ...itemQuery(itemId), staleTime: 0 })
  const [edited, setEdited] = useState<TimelineItem>()
  if (!edited && item && isFetchedAfterMount) setEdited(item)
  if (edited) return <Editor item={edited} subject={subject} onClose={onClose} />
  return (
    <Dialog
      open
      title="Edit"
      onOpenChange={onClose}
      footer={error && <DropDraft itemId={itemId} onClose={onClose} />}
    >
      {error ? (
        <ErrorPanel compact {...errorPanelProps(error)} onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Loading the current version" />
      )}
    </Dialog>
  )
}

/** What is no longer there can leave a draft behind. */
function DropDraft({ itemId, onClose }: { itemId: number; onClose: () => void }) {
  const { userId } = useUser()
  const key = draftKey(userId, { item: itemId })
  if (!hasDraft(key)) return <Button onClick={onClose}>Close</Button>
  return (
    <Button
      onClick={() => {
        writeDraft(key, null)
        onClose()
      }}
    >
      Discard my draft
    </Button>
  )
}

function Editor({ item, ...rest }: { item: TimelineItem; subject: Subject; onClose: () => void }) {
  if (item.kind === 'note') return <NoteComposer edited={item} {...rest} />
  if (item.kind === 'activity') return <ActivityComposer edited={item} {...rest} />
  if (item.kind === 'pulse') return <PulseComposer edited={item} {...rest} />
  return null
}
