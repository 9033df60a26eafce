import { useMemo } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { TimelineItem } from '@steward/contracts/timeline'
import { isSessionExpired } from '../../../api/api-error.ts'
import { useCan } from '../../../api/can.ts'
import { errorText } from '../../../api/error-text.ts'
import { useSearchParams } from '../../../components/search-params.ts'
import { rememberUndo, useUndo } from '../../../entities/change-set/index.ts'
import { toast } from '../../../ui/toast.tsx'
import { refreshPulse, type Subject } from '../logging.calls.ts'
import {
  holdTimelines,
  patchItem,
  refreshTimeline,
  deletableKinds,
  deleteItem,
  restoreItem,
  setBookmark,
  setPin,
  type DeletableKind,
} from '../timeline.calls.ts'
import { kindLooks } from './kind-looks.ts'

/** What can be done with an item. */
export interface ItemActs {
  bookmark(item: TimelineItem): void
  pin(item: TimelineItem): void
  edit(item: TimelineItem): void
  remove(item: TimelineItem): void
  copyLink(item: TimelineItem): void
  mayEdit(item: TimelineItem): boolean
  mayRemove(item: TimelineItem): boolean
  /** Whether the reader may log, comment and mark at all. */
  mayWrite: boolean
}

const editable = ['note', 'activity', 'pulse'] as const

const isRemovable = (kind: TimelineItem['kind']): kind is DeletableKind =>
  deletableKinds.some((one) => one === kind)

/** Shows a change and sends it; what is refused goes back, with a way to try again. True where it was taken. */
async function attempt(
  client: QueryClient,
  item: TimelineItem,
  change: Partial<TimelineItem> | null,
  call: () => Promise<void>,
): Promise<boolean> {
  const goBack = holdTimelines(client)
  patchItem(client, item.itemId, (held) => change && ({ ...held, ...change } as TimelineItem))
  try {
    await call()
    return true
  } catch (error) {
    goBack()
    if (!isSessionExpired(error)) {
      const retry = () => void attempt(client, item, change, call)
      toast.error(errorText(error), { subject: `item-${item.itemId}`, retry })
    }
    return false
  }
}

/** The acts on the items of a record's timeline; each shows at once, and goes back where it is refused. */
export function useItemActs(subject: Subject): ItemActs {
  const client = useQueryClient()
  const takeBack = useUndo()
  const [, setSearch] = useSearchParams()
  const mayWrite = useCan()('timeline.edit')
  const { level, id } = subject

  return useMemo(() => {
    const refresh = () => refreshTimeline(client, level, id).catch(() => undefined)

    async function restore(item: TimelineItem) {
      await restoreItem(item.itemId)
      if (item.kind === 'pulse') refreshPulse(client, { level, id })
      await refresh()
    }

    async function remove(item: TimelineItem) {
      const { kind } = item
      if (!isRemovable(kind) || !(await attempt(client, item, null, () => deleteItem(kind, item.itemId))))
        return
      if (kind === 'pulse') refreshPulse(client, { level, id })
      const label = `${kindLooks[kind].label} deleted`
      const change = { changeSetId: null, label, subject: `item-${item.itemId}`, act: () => restore(item) }
      rememberUndo(change)
      toast.done(label, { subject: change.subject, undo: () => void takeBack(change) })
      void refresh()
    }

    async function copyLink({ itemId }: TimelineItem) {
      const address = new URL(window.location.href)
      address.search = new URLSearchParams({ tab: 'timeline', item: String(itemId) }).toString()
      try {
        await navigator.clipboard.writeText(address.href)
        toast.done('Link copied', { subject: 'link' })
      } catch {
        toast.error('The browser did not let the link be copied.', { subject: 'link' })
      }
    }

    return {
      mayWrite,
      bookmark: (item) =>
        void attempt(client, item, { bookmarked: !item.bookmarked }, () =>
          setBookmark(item.itemId, !item.bookmarked),
        ),
      pin: (item) =>
        void attempt(client, item, { pinned: !item.pinned }, () => setPin(item.itemId, !item.pinned)),
      edit: (item) => setSearch({ revise: item.itemId }),
      remove: (item) => void remove(item),
      copyLink: (item) => void copyLink(item),
      mayEdit: (item) => mayWrite && item.mayEdit && editable.some((kind) => kind === item.kind),
      mayRemove: (item) => mayWrite && item.mayEdit && isRemovable(item.kind),
    }
  }, [client, level, id, takeBack, setSearch, mayWrite])
}
