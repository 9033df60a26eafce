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
    text: 'A segment is a saved rule, such as “accounts with a low pulse”. It always shows the records that match now.',
  },
  Public: { title: 'No public segments', text: 'Public segments are visible to everyone in your company.' },
  Private: { title: 'No private segments', text: 'Private segments are visible only to you.' },
  Pinned: {
    title: 'No pinned segments',
    text: 'Star a segment (P) to pin it to the sidebar.',
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
        title={`No results for “${query}”`}
        action={<Button onClick={onClear}>Clear the search</Button>}
      >
        The search covers names and descriptions in this tab.
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
      {!canEdit && tab !== 'Pinned' && ' Your role can view segments but not create them.'}
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
