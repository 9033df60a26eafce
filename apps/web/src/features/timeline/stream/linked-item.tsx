import { useQuery } from '@tanstack/react-query'
import { IconX } from '@tabler/icons-react'
import { ApiError } from '../../../api/api-error.ts'
import { errorPanelProps } from '../../../api/error-text.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { itemQuery } from '../timeline.calls.ts'
import { TimelineRow } from './timeline-row.tsx'
import type { ItemActs } from './use-item-acts.ts'
import { useOpenParts } from './use-open-parts.ts'

type LinkedItemProps = { itemId: number; acts: ItemActs; onClose: () => void }

const nowhere = () => undefined

/** The item that the address names, where the stream has not come to it. */
export function LinkedItem({ itemId, acts, onClose }: LinkedItemProps) {
  const { data: item, error, refetch } = useQuery(itemQuery(itemId))
  const { open, toggle } = useOpenParts()
  const isUnknown = error instanceof ApiError && [403, 404].includes(error.status)
  return (
    <section aria-label="Linked item" className="m-4 rounded-card border border-line bg-surface sm:mx-6">
      <header className="flex items-center gap-2 border-b border-line py-1 pr-1.5 pl-4 text-label text-2">
        <h3 className="mr-auto font-medium">Linked item</h3>
        <IconButton size="sm" label="Close the linked item" icon={<IconX aria-hidden />} onClick={onClose} />
      </header>
      {item && (
        <TimelineRow
          row={{ type: 'item', key: `linked-${itemId}`, item }}
          acts={acts}
          open={open}
          events={{ toggle, onStep: nowhere, onMenu: nowhere }}
          isMarked={false}
        />
      )}
      {!item && !error && <Skeleton className="m-4 h-12 w-2/3" />}
      {isUnknown && (
        <p className="px-4 py-3 text-2" role="status">
          It was deleted, or you can't see it.
        </p>
      )}
      {error && !isUnknown && !item && (
        <ErrorPanel compact {...errorPanelProps(error)} onRetry={() => void refetch()} />
      )}
    </section>
  )
}
