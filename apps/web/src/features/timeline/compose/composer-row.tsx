import { useSyncExternalStore } from 'react'
import { IconActivityHeartbeat, IconCalendarEvent, IconPencil } from '@tabler/icons-react'
import { useUser } from '../../../api/session.ts'
import { useSearchParams } from '../../../components/search-params.ts'
import { Button } from '../../../ui/button.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import type { Subject } from '../logging.calls.ts'
import { draftKey, hasDraft, subscribeDrafts } from '../../../entities/draft/index.ts'

type EntryName = 'note' | 'activity' | 'pulse'

function useHasDraft({ level, id }: Subject, kind: EntryName): boolean {
  const { userId } = useUser()
  const key = draftKey(userId, { kind, record: `${level.name}-${id}` })
  return useSyncExternalStore(subscribeDrafts, () => hasDraft(key))
}

/** Where logging begins; a draft that waits is offered in its place. */
export function ComposerRow({ subject }: { subject: Subject }) {
  const [, setSearch] = useSearchParams()
  const note = useHasDraft(subject, 'note')
  const activity = useHasDraft(subject, 'activity')
  const pulse = useHasDraft(subject, 'pulse')
  const log = (kind: EntryName) => setSearch({ log: kind })
  return (
    <div data-print="off" className="flex flex-wrap items-center gap-2 px-4 pt-3 pb-1 sm:px-6">
      <button
        type="button"
        className="flex h-8 min-w-52 flex-1 items-center max-sm:w-full max-sm:flex-none gap-2 rounded-control border border-edge bg-surface px-2.5 text-left text-3 hover:bg-hover"
        onClick={() => log('note')}
      >
        <IconPencil size={16} aria-hidden />
        {note ? 'Continue your note…' : 'Write a note…'}
        <Kbd keys="n" className="ml-auto" />
      </button>
      <Button icon={<IconCalendarEvent aria-hidden />} onClick={() => log('activity')}>
        {activity ? 'Continue your activity' : 'Activity'}
      </Button>
      {subject.level.name !== 'pipeline' && (
        <Button icon={<IconActivityHeartbeat aria-hidden />} onClick={() => log('pulse')}>
          {pulse ? 'Continue your pulse' : 'Pulse'}
        </Button>
      )}
    </div>
  )
}
