import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { levelOf, type Level } from '@steward/contracts/level'
import type { SegmentTab } from '@steward/contracts/segment'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { createSegment, putSegment } from '../../../entities/segment/index.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { SegmentsView } from '../segments-address.ts'
import { exampleOf } from './example.ts'

const words: Record<SegmentTab, { title: string; text: string }> = {
  All: {
    title: 'No segments yet',
    text: 'A segment is a rule with a name, such as “accounts with a low pulse”. It always shows who meets the rule right now.',
  },
  Public: { title: 'No public segments', text: 'Public segments are seen by everybody of your company.' },
  Private: { title: 'No private segments', text: 'Private segments are seen by you alone.' },
  Pinned: {
    title: 'Nothing pinned',
    text: 'Press the star of a segment, or P on its row, to have it at hand.',
  },
}

type SegmentsEmptyProps = {
  view: SegmentsView
  canEdit: boolean
  onClear: () => void
  onCreate: () => void
}

/** Why no segment is shown, and what can be done about it. */
export function SegmentsEmpty({ view, canEdit, onClear, onCreate }: SegmentsEmptyProps) {
  const { tab, query, level } = view
  if (query) {
    return (
      <EmptyState
        kind="no-match"
        title={`No segment matches “${query}”`}
        action={<Button onClick={onClear}>Clear the search</Button>}
      >
        Only the names and descriptions of this tab were searched.
      </EmptyState>
    )
  }
  const { title, text } = words[tab]
  const offers = canEdit && tab !== 'Pinned'
  return (
    <EmptyState
      kind="nothing"
      title={title}
      action={
        offers && (
          <>
            {tab !== 'Public' && <ExampleButton level={level ?? levelOf('account')} />}
            <Button variant="primary" icon={<IconPlus aria-hidden />} onClick={onCreate}>
              Create segment
            </Button>
          </>
        )
      }
    >
      {text}
      {!canEdit && tab !== 'Pinned' && ' Your role can see segments, but not make them.'}
    </EmptyState>
  )
}

function ExampleButton({ level }: { level: Level }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const example = exampleOf(level)

  async function make() {
    setBusy(true)
    try {
      putSegment(client, await createSegment(example))
      toast.done('Segment saved', { subject: 'segment-example' })
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'segment-example' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button busy={busy} onClick={() => void make()}>
      Make “{example.name}”
    </Button>
  )
}
