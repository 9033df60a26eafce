import { AnchoredPopover } from '../../../ui/anchored.tsx'
import { Switch } from '../../../ui/switch.tsx'
import type { TaskAddress } from '../use-task-view.ts'

interface MoreFiltersProps {
  anchor: Element | null
  address: TaskAddress
  onClose: () => void
}

/** The filters that are needed now and then. */
export function MoreFilters({ anchor, address, onClose }: MoreFiltersProps) {
  const { bookmarked, showsCompleted, showsArchived } = address.view
  return (
    <AnchoredPopover anchor={anchor} label="More filters" align="end" className="gap-1 p-3" onClose={onClose}>
      <Switch label="Bookmarked" checked={bookmarked} onCheckedChange={address.showBookmarked} />
      {address.mode !== 'board' && (
        <Switch label="Show completed" checked={showsCompleted} onCheckedChange={address.showCompleted} />
      )}
      <Switch label="Show archived" checked={showsArchived} onCheckedChange={address.showArchived} />
    </AnchoredPopover>
  )
}
