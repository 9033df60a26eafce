import { layoutLimits } from '@steward/contracts/plain/field-layout-limit'
import type { CreateFieldPin, FieldPin, FieldPinOrder } from '@steward/contracts/field-layout'
import { levelOf, levels, type LevelId } from '@steward/contracts/level'
import { starterFieldNames } from '@steward/contracts/plain/starter-field'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CatalogueField, FieldService } from '../field/index.ts'
import type { LayoutCache } from './field-layout.cache.ts'
import { lockLayout } from './field-layout.store.ts'
import { deletePin, insertPin, listPins, orderPins, type StoredPin } from './field-pin.store.ts'

const { arr, renewalDate, tier } = starterFieldNames
const pinnedFirst = new Set<string>([arr, renewalDate, tier])

function present(pin: StoredPin, field: CatalogueField, order: number): FieldPin {
  return {
    pinId: pin.pinId,
    customColumnId: pin.fieldId,
    customColumnPinId: pin.pinId,
    type: pin.type,
    columnLevel: pin.level,
    name: field.name,
    displayName: field.displayName,
    order,
  }
}

/** Custom fields at the head of every record of their level. */
export function createFieldPinService(platform: Platform, fields: FieldService, cache: LayoutCache) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  async function list(actor: Actor, level: LevelId): Promise<FieldPin[]> {
    const [layout, catalogue] = await Promise.all([
      cache.get(actor.tenantId),
      fields.catalogue(actor.tenantId, level),
    ])
    return layout
      .pins(level)
      .flatMap((pin) => {
        const field = catalogue.byKey(String(pin.fieldId))
        return field ? [{ pin, field }] : []
      })
      .map(({ pin, field }, at) => present(pin, field, at + 1))
  }

  async function findField(
    actor: Actor,
    fieldId: number,
  ): Promise<{ level: LevelId; field: CatalogueField }> {
    for (const { id } of levels) {
      const field = (await fields.catalogue(actor.tenantId, id)).byKey(String(fieldId))
      if (field) return { level: id, field }
    }
    throw invalid('field_pin.field', {
      customColumnId: `Custom field ${fieldId} does not exist. It may have been deleted.`,
    })
  }

  return {
    list,

    /** Pins the starter fields that matter first, where a new tenant has them. */
    async seedPins(tx: Tx, tenantId: number): Promise<void> {
      const starting = await fields.listStarterFields(tx, tenantId)
      for (const { level, fieldId, name } of starting) {
        if (pinnedFirst.has(name)) await insertPin(tx, tenantId, { fieldId, level, type: 'summary' })
      }
    },

    /** Pins a field behind the others; one that is pinned already keeps its pin. Errors: invalid_input. */
    async pin(actor: Actor, { customColumnId, type }: CreateFieldPin): Promise<FieldPin> {
      const { level, field } = await findField(actor, customColumnId)
      const { name, plural } = levelOf(level)
      if (type !== 'summary' && type !== name) {
        throw invalid('field_pin.level', { type: `${field.displayName} is a field of ${plural}.` })
      }
      await transact(dbOf(actor), async (tx) => {
        await lockLayout(tx, actor.tenantId, level)
        const others = await listPins(tx, actor.tenantId, level)
        if (others.some(({ fieldId }) => fieldId === customColumnId)) return
        if (others.length >= layoutLimits.pins) {
          throw invalid('field_pin.too_many', {
            customColumnId: `At most ${layoutLimits.pins} fields can be pinned. Unpin another one first.`,
          })
        }
        await insertPin(tx, actor.tenantId, { fieldId: customColumnId, level, type })
      })
      await cache.forget(actor.tenantId)
      const pins = await list(actor, level)
      return pins.find((pin) => pin.customColumnId === customColumnId) as FieldPin
    },

    /** Error: not_found `field_pin.unknown`. */
    async unpin(actor: Actor, pinId: number): Promise<void> {
      const level = await deletePin(dbOf(actor), actor.tenantId, pinId)
      await cache.forget(actor.tenantId)
      if (level === undefined) throw notFound('field_pin.unknown', 'This field is no longer pinned.')
    },

    /** Error: invalid_input `field_pin.order` when the order is not of exactly the level's pins. */
    async order(actor: Actor, { columnLevel, orderArray }: FieldPinOrder): Promise<FieldPin[]> {
      await transact(dbOf(actor), async (tx) => {
        await lockLayout(tx, actor.tenantId, columnLevel)
        const known = new Set((await listPins(tx, actor.tenantId, columnLevel)).map(({ pinId }) => pinId))
        const named = new Set(orderArray)
        const isSame = named.size === orderArray.length && named.symmetricDifference(known).size === 0
        if (!isSame) {
          throw invalid('field_pin.order', {
            orderArray: 'List each pin of the level once. Reload the pins, they may have changed.',
          })
        }
        await orderPins(tx, actor.tenantId, orderArray)
      })
      await cache.forget(actor.tenantId)
      return list(actor, columnLevel)
    },
  }
}

export type FieldPinService = ReturnType<typeof createFieldPinService>
