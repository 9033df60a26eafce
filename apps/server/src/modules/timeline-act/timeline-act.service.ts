import type { TimelineLogged } from '@steward/contracts/event/timeline.event'
import { itemKinds, type ItemKind, type TimelineItem } from '@steward/contracts/timeline'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import type { TimelineService } from '../timeline/index.ts'
import { listActs, listEdits, type ActPlace, type ActSpan } from './timeline-act.read-model.ts'
import { partsOfEdits, type EditedParts } from './edited-parts.ts'

type LoggedAct = TimelineLogged['act']

/** Something that was done to an item. */
export interface ItemAct {
  itemId: number
  kind: ItemKind
  act: LoggedAct
  /** The version that it gave the item. */
  version: number
  at: Date
  by: number | null
}

/** With the item as it is now, or was when it was deleted, and what an edit changed of it. */
export interface ShownAct extends ItemAct {
  item: TimelineItem
  changes: EditedParts
}

/** What was done to items, for modules that report it. */
export function createActs(dbOf: (tenantId: number) => Db, timeline: Pick<TimelineService, 'readAll'>) {
  /** The acts on items that the actor may read. */
  async function showActs(actor: Actor, acts: readonly ItemAct[]): Promise<ShownAct[]> {
    if (acts.length === 0) return []
    const db = dbOf(actor.tenantId)
    const ids = [...new Set(acts.map(({ itemId }) => itemId))]
    const items = await timeline.readAll(actor, ids)
    const byId = new Map(items.map((item) => [item.itemId, item]))
    const edited = acts.filter(({ act, itemId }) => act === 'edit' && byId.has(itemId))
    const editedIds = edited.map(({ itemId }) => itemId)
    const rows = edited.length > 0 ? await listEdits(db, actor.tenantId, editedIds) : []
    const edits = new Map(
      [...Map.groupBy(rows, ({ itemId }) => itemId)].map(([itemId, some]) => [itemId, partsOfEdits(some)]),
    )
    return acts.flatMap((act) => {
      const item = byId.get(act.itemId)
      return item ? [{ ...act, item, changes: edits.get(act.itemId)?.get(act.version) ?? {} }] : []
    })
  }

  /** The acts of a time on items of some kinds, in slices. With each, from which source its item came. */
  async function* actsOf(
    tenantId: number,
    kinds: readonly ItemKind[],
    span: ActSpan,
    size: number,
  ): AsyncGenerator<(ItemAct & { source: string })[], void> {
    let after: ActPlace | undefined
    for (;;) {
      const rows = await listActs(
        dbOf(tenantId),
        tenantId,
        kinds.map((kind) => itemKinds.indexOf(kind) + 1),
        span,
        after,
        size,
      )
      if (rows.length > 0) yield rows.map((row) => ({ ...row, kind: itemKinds[row.kind - 1] as ItemKind }))
      after = rows.at(-1)
      if (!after || rows.length < size) return
    }
  }

  return { showActs, actsOf }
}

export type TimelineActs = ReturnType<typeof createActs>
