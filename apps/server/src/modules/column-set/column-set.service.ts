import type { ChangeColumnSet, ColumnScope, ColumnSet } from '@steward/contracts/column-set'
import { levels, type LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Catalogue, CatalogueField, FieldService, FieldUse } from '../field/index.ts'
import {
  cleaned,
  columnsOf,
  levelOfScope,
  present,
  usualLayout,
  type Columns,
  type Layout,
} from './column-set.rules.ts'
import { countUses, findLayout, putLayout } from './column-set.store.ts'

function changed(layout: Layout, { config, ...rest }: ChangeColumnSet): Layout {
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  return { ...layout, ...Object.fromEntries(given), columns: config }
}

/** How each user has laid out each list. */
export function createColumnSetService({ database }: Platform, { fields }: { fields: FieldService }) {
  async function columns(tenantId: number, scope: ColumnScope): Promise<Columns> {
    const catalogues = await Promise.all(levels.map(({ id }) => fields.catalogue(tenantId, id)))
    const byLevel = new Map(catalogues.map((catalogue) => [catalogue.level, catalogue]))
    return columnsOf(levelOfScope(scope), (id: LevelId) => byLevel.get(id) as Catalogue)
  }

  const layoutOf = async ({ tenantId, userId }: Actor, scope: ColumnScope): Promise<Layout> =>
    (await findLayout(database.tenant(tenantId), tenantId, userId, scope)) ?? usualLayout

  return {
    async read(actor: Actor, scope: ColumnScope): Promise<ColumnSet> {
      const [layout, known] = await Promise.all([layoutOf(actor, scope), columns(actor.tenantId, scope)])
      return present(scope, layout, known)
    },

    /** Keeps what is given; what is left out stays as it is, and names that there are not are dropped. */
    async put(actor: Actor, scope: ColumnScope, change: ChangeColumnSet): Promise<ColumnSet> {
      const { tenantId, userId } = actor
      const [before, known] = await Promise.all([layoutOf(actor, scope), columns(tenantId, scope)])
      const layout = cleaned(changed(before, change), known)
      await putLayout(database.tenant(tenantId), tenantId, userId, scope, layout)
      return present(scope, layout, known)
    },

    /** In how many column sets a custom field stands, by list. Whose they are is not told. */
    async findUses(tenantId: number, { name, fieldId }: CatalogueField): Promise<FieldUse[]> {
      if (fieldId === null) return []
      const all = await Promise.all(levels.map(({ id }) => fields.catalogue(tenantId, id)))
      const at = levels.find(({ id }) => all.some((one) => one.level === id && isIn(one, fieldId)))
      if (!at) return []
      const db = database.tenant(tenantId)
      const uses = await countUses(db, tenantId, `${at.name}-list`, name, `${at.name}.${name}`)
      return uses.map(({ scope, count }) => ({
        kind: 'column set',
        name: `The list of ${levelOfScope(scope).plural}`,
        count,
      }))
    },
  }
}

const isIn = (catalogue: Catalogue, fieldId: number): boolean =>
  catalogue.byKey(String(fieldId))?.fieldId === fieldId

export type ColumnSetService = ReturnType<typeof createColumnSetService>
