import { IconFlag, IconPencil, IconTrash } from '@tabler/icons-react'
import { stageColours, type LifecycleStage, type StageColour } from '@steward/contracts/lifecycle'
import { AnchoredMenu, AnchoredPopover } from '../../../ui/anchored.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { seriesClass } from '../../../ui/series.ts'

type StageMenuProps = {
  anchor: Element | null
  isDefault: boolean
  onClose: () => void
  onRename: () => void
  onDefault: () => void
  onDelete: () => void
}

export function StageMenu({ anchor, isDefault, onClose, onRename, onDefault, onDelete }: StageMenuProps) {
  return (
    <AnchoredMenu anchor={anchor} onClose={onClose} align="end">
      <MenuItem icon={<IconPencil aria-hidden />} onSelect={onRename}>
        Rename
      </MenuItem>
      <MenuItem icon={<IconFlag aria-hidden />} disabled={isDefault} onSelect={onDefault}>
        {isDefault ? 'This is the default' : 'Make default'}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<IconTrash aria-hidden />} danger onSelect={onDelete}>
        Delete…
      </MenuItem>
    </AnchoredMenu>
  )
}

type StageColoursProps = {
  anchor: Element | null
  stage: LifecycleStage
  onPick: (colour: StageColour | null) => void
  onClose: () => void
}

/** The six colors of the theme, and the way back to the one of the place. */
export function StageColours({ anchor, stage, onPick, onClose }: StageColoursProps) {
  const { colour, ownColour } = stage
  const pick = (next: StageColour | null) => {
    onClose()
    if (next !== ownColour) onPick(next)
  }
  return (
    <AnchoredPopover anchor={anchor} label="Color" onClose={onClose} className="flex flex-col gap-1 p-1.5">
      <div role="group" aria-label="Colors" className="flex gap-0.5">
        {stageColours.map((one) => (
          <button
            key={one}
            type="button"
            aria-label={`Color ${one}`}
            aria-pressed={one === colour}
            onClick={() => pick(one)}
            className="flex size-7 items-center justify-center rounded-control hover:bg-raised-hover aria-pressed:bg-accent-soft"
          >
            <span aria-hidden className={cx('size-3 rounded-[3px]', seriesClass(one))} />
          </button>
        ))}
      </div>
      <Button variant="ghost" size="sm" disabled={ownColour === null} onClick={() => pick(null)}>
        Default color
      </Button>
    </AnchoredPopover>
  )
}
