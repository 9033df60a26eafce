import { useState } from 'react'
import { IconPlus } from '@tabler/icons-react'
import type { Kpi, Milestone, PlanItem } from '@steward/contracts/success-plan/item'
import type { SuccessPlanDetail } from '@steward/contracts/success-plan/plan'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { ItemProps } from './item/item-frame.tsx'
import { KpiDrawer } from './kpi.drawer.tsx'
import { KpiItem } from './item/kpi-item.tsx'
import { MilestoneDrawer } from './milestone.drawer.tsx'
import { MilestoneItem } from './item/milestone-item.tsx'
import { NoteDrawer } from './note.drawer.tsx'
import { NoteItem } from './item/note-item.tsx'
import { orderPlan } from './success-plan.calls.ts'
import { usePlanActs } from './use-plan-acts.ts'

type Editing = { kind: PlanItem['kind']; item: PlanItem | null }

/** The items of a plan in their order, and the forms of them. */
export function PlanItems({ plan }: { plan: SuccessPlanDetail }) {
  const act = usePlanActs()
  const [showsArchived, setShowsArchived] = useState(false)
  const [editing, setEditing] = useState<Editing | null>(null)
  const shown = plan.items.filter(({ isArchived }) => showsArchived || !isArchived)
  const hasArchived = plan.items.some(({ isArchived }) => isArchived)

  /** Swaps an item with the one that is shown beside it. */
  function move(at: number, by: -1 | 1): (() => void) | null {
    const [one, other] = [shown[at], shown[at + by]]
    if (!one || !other) return null
    return () => {
      const itemIds = plan.items.map(({ itemId }) => {
        if (itemId === one.itemId) return other.itemId
        return itemId === other.itemId ? one.itemId : itemId
      })
      void act('Order changed', () => orderPlan(plan.successPlanId, itemIds))
    }
  }

  return (
    <section aria-label="Items" className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-title font-semibold">Milestones, KPIs and notes</h2>
        <div data-print="off" className="flex items-center gap-4">
          {hasArchived && (
            <Switch label="Show archived" checked={showsArchived} onCheckedChange={setShowsArchived} />
          )}
          {plan.mayEdit && <AddItem onAdd={(kind) => setEditing({ kind, item: null })} />}
        </div>
      </div>
      {shown.length === 0 && (
        <EmptyState kind="nothing" title="Start with the outcome">
          Add a KPI that shows the outcome, then the milestones that lead to it.
        </EmptyState>
      )}
      <ol className="flex flex-col gap-3">
        {shown.map((item, at) => (
          <Item
            key={item.itemId}
            item={item}
            mayEdit={plan.mayEdit}
            act={act}
            onEdit={() => setEditing({ kind: item.kind, item })}
            onUp={move(at, -1)}
            onDown={move(at, 1)}
          />
        ))}
      </ol>
      {editing && <ItemDrawer plan={plan} editing={editing} onClose={() => setEditing(null)} />}
    </section>
  )
}

function AddItem({ onAdd }: { onAdd: (kind: PlanItem['kind']) => void }) {
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" icon={<IconPlus aria-hidden />}>
          Add
        </Button>
      }
    >
      <MenuItem onSelect={() => onAdd('MILESTONE')}>Milestone</MenuItem>
      <MenuItem onSelect={() => onAdd('KPI')}>KPI</MenuItem>
      <MenuItem onSelect={() => onAdd('NOTE')}>Note</MenuItem>
      <MenuItem onSelect={() => onAdd('FILE')}>Files</MenuItem>
    </Menu>
  )
}

function Item({ item, ...rest }: ItemProps) {
  if (item.kind === 'MILESTONE') return <MilestoneItem item={item} {...rest} />
  if (item.kind === 'KPI') return <KpiItem item={item} {...rest} />
  return <NoteItem item={item} {...rest} />
}

interface ItemDrawerProps {
  plan: SuccessPlanDetail
  editing: Editing
  onClose: () => void
}

function ItemDrawer({ plan, editing: { kind, item }, onClose }: ItemDrawerProps) {
  const planId = plan.successPlanId
  if (kind === 'MILESTONE') {
    return <MilestoneDrawer planId={planId} milestone={item as Milestone | null} onClose={onClose} />
  }
  if (kind === 'KPI') {
    return <KpiDrawer planId={planId} level={plan.record.level} kpi={item as Kpi | null} onClose={onClose} />
  }
  return (
    <NoteDrawer
      planId={planId}
      kind={kind}
      item={item as Extract<PlanItem, { kind: 'NOTE' | 'FILE' }> | null}
      onClose={onClose}
    />
  )
}
