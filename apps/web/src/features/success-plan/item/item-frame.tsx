import type { ReactNode } from 'react'
import { IconArrowDown, IconArrowUp, IconDots } from '@tabler/icons-react'
import type { PlanItem } from '@steward/contracts/success-plan/item'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { setItemArchived } from '../success-plan.calls.ts'
import type { PlanActs } from '../use-plan-acts.ts'

const kinds = { MILESTONE: 'Milestone', KPI: 'KPI', NOTE: 'Note', FILE: 'Files' } as const

/** What every item of a plan is given. */
export interface ItemProps<Item extends PlanItem = PlanItem> {
  item: Item
  mayEdit: boolean
  act: PlanActs
  onEdit: () => void
  /** Moves it up or down by one; null at the end. */
  onUp: (() => void) | null
  onDown: (() => void) | null
}

export const itemName = (item: PlanItem): string => (item.kind === 'KPI' ? item.kpiName : item.name)

interface ItemFrameProps extends ItemProps {
  icon: ReactNode
  /** Beside the name. */
  badge?: ReactNode
  /** Below the name. */
  facts?: string
  /** Entries of the menu, before those of every item. */
  entries?: ReactNode
  children?: ReactNode
}

/** An item in the list of a plan: its name, what can be done with it, and what is in it. */
export function ItemFrame(props: ItemFrameProps) {
  const { item, icon, badge, facts, mayEdit, children } = props
  const name = itemName(item)
  return (
    <li aria-label={`${kinds[item.kind]}: ${name}`} className="rounded-card border border-line">
      <div className="flex items-start gap-3 p-3">
        <span className="mt-0.5 text-2 [&_svg]:size-5">{icon}</span>
        <div className="min-w-0 flex-1">
          <h3 className="flex flex-wrap items-center gap-2 font-medium">
            <span className="min-w-0 break-words">{name}</span>
            {badge}
            {item.isArchived && <Badge>Archived</Badge>}
          </h3>
          {facts && <p className="text-label text-2">{facts}</p>}
        </div>
        {mayEdit && <ItemMenu {...props} />}
      </div>
      {children && <div className="flex flex-col gap-3 px-3 pb-3 sm:pl-11">{children}</div>}
    </li>
  )
}

function ItemMenu({ item, act, onEdit, onUp, onDown, entries }: ItemFrameProps) {
  const name = itemName(item)
  const archive = () =>
    act(item.isArchived ? `${name} restored` : `${name} archived`, () =>
      setItemArchived(item.successPlanId, item.itemId, !item.isArchived),
    )
  return (
    <div data-print="off" className="flex shrink-0 items-center">
      {onUp && (
        <IconButton size="sm" label={`Move ${name} up`} icon={<IconArrowUp aria-hidden />} onClick={onUp} />
      )}
      {onDown && (
        <IconButton
          size="sm"
          label={`Move ${name} down`}
          icon={<IconArrowDown aria-hidden />}
          onClick={onDown}
        />
      )}
      <Menu
        align="end"
        trigger={<IconButton size="sm" label={`More actions for ${name}`} icon={<IconDots aria-hidden />} />}
      >
        <MenuItem onSelect={onEdit}>Edit</MenuItem>
        {entries}
        <MenuSeparator />
        <MenuItem onSelect={() => void archive()}>{item.isArchived ? 'Restore' : 'Archive'}</MenuItem>
      </Menu>
    </div>
  )
}
