import { listQuerySchema } from '@steward/contracts/record'
import type { LevelId } from '@steward/contracts/level'
import type { StatBarScope } from '@steward/contracts/plain/user-settings/stat-bar'
import type {
  figuresQuery,
  StatBar,
  StatFigure,
  StatFigures,
} from '@steward/contracts/user-settings/stat-bar'
import type { z } from 'zod'
import { may, type Actor } from '../../platform/actor.ts'
import { AppError, invalid, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { seen, type Reckoning } from '../currency/index.ts'
import type { FieldService } from '../field/index.ts'
import type { HealthModels } from '../health-model/index.ts'
import { createParams, sourceOf, type RecordLists } from '../record-list/index.ts'
import type { UserService } from '../user-management/index.ts'
import { figureFields, figuresOf, figuresSql, type Figure } from './stat-bar.figure.ts'
import { readFigures, type WorkedFigure } from './stat-bar.read-model.ts'
import { presentStatBar, unknownKey, widgetsOf } from './stat-bar.rules.ts'
import { findWidgets, putWidgets } from './stat-bar.store.ts'

export interface StatBarNeighbours {
  fields: FieldService
  healthModels: HealthModels
  lists: RecordLists
  users: UserService
}

/** The user whose stat bar is meant, and its place. */
interface Place {
  userId: number
  scope: StatBarScope
  level: LevelId
}

/** A figure as the API answers it: amounts in the currency that they are seen in. */
function presentFigure(figure: Figure, worked: WorkedFigure, reckoning: Reckoning): StatFigure {
  const { key, label, kind, amount, detail } = figure
  const money = (digits: string) => seen(digits, reckoning)
  const read = (digits: string | null) =>
    digits === null ? null : kind === 'amount' ? money(digits) : Number(digits)
  return {
    key,
    label,
    kind,
    value: read(worked.value),
    change: read(worked.change),
    detail: detail && worked.detail !== null ? { label: detail.label, value: money(worked.detail) } : null,
    currencyDefinitionId: amount ? reckoning.display.currencyDefinitionId : null,
    missing: worked.missing,
  }
}

/** Manages which figures each user sees above lists and on pages of records, and calculates those of lists. */
export function createStatBarService(
  platform: Platform,
  { fields, healthModels, lists, users }: StatBarNeighbours,
) {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)

  const widgetsFor = async (tenantId: number, { scope, level }: Omit<Place, 'userId'>) =>
    widgetsOf(scope, level, (await fields.catalogue(tenantId, level)).fields)

  /** Throws `forbidden` for the settings of others, and `not_found` for users that there are not. */
  async function refuseOthers(actor: Actor, userId: number): Promise<void> {
    const user = (await users.directory(actor.tenantId)).byId.get(userId)
    if (user?.kind !== 'person') throw notFound('user.unknown', 'This user does not exist.')
    if (actor.userId === userId || may(actor, 'user.administer')) return
    throw new AppError('forbidden', 'permission.missing', 'You can see and change only your own stat bars.')
  }

  return {
    async read(actor: Actor, place: Place): Promise<StatBar> {
      await refuseOthers(actor, place.userId)
      const { tenantId } = actor
      const [widgets, kept] = await Promise.all([
        widgetsFor(tenantId, place),
        findWidgets(dbOf(tenantId), { tenantId, ...place }),
      ])
      return presentStatBar(widgets, kept)
    },

    /** Throws `invalid_input` at `widgets` for one that there is not. */
    async put(actor: Actor, place: Place, chosen: string[] | null): Promise<StatBar> {
      await refuseOthers(actor, place.userId)
      const { tenantId } = actor
      const widgets = await widgetsFor(tenantId, place)
      const unknown = unknownKey(widgets, chosen ?? [])
      if (unknown !== undefined) {
        const known = widgets.map(({ key }) => key).join(', ')
        const message = `There is no widget "${unknown.slice(0, 60)}". Choose from ${known}.`
        throw invalid('stat_bar.widget', { widgets: message })
      }
      await putWidgets(dbOf(tenantId), { tenantId, ...place }, chosen)
      return presentStatBar(widgets, chosen)
    },

    /** The figures that the caller chose, of all records that match. Throws `invalid_input`. */
    async figures(actor: Actor, level: LevelId, asked: z.output<typeof figuresQuery>): Promise<StatFigures> {
      const { tenantId, userId } = actor
      const place = { scope: 'list', level } as const
      const [widgets, kept, prepared, bounds] = await Promise.all([
        widgetsFor(tenantId, place),
        findWidgets(dbOf(tenantId), { tenantId, userId, ...place }),
        lists.prepare(actor, level, { ...listQuerySchema.parse({}), ...asked }),
        healthModels.bounds(tenantId),
      ])
      const { widgets: keys } = presentStatBar(widgets, kept)
      const labels = new Map(widgets.map(({ key, label }) => [key, label]))
      const { request } = prepared
      const source = sourceOf(request, figureFields(prepared, keys))
      const given = { prepared, source, params: createParams(), bounds }
      const figures = figuresOf(keys, labels, given)
      if (figures.length === 0) return { widgets: keys, figures: [] }
      const statement = figuresSql(figures, given)
      const worked = await readFigures(dbOf(tenantId), statement, given.params.values, figures.length)
      return {
        widgets: keys,
        figures: figures.map((figure, at) =>
          presentFigure(figure, worked[at] as WorkedFigure, request.reckoning),
        ),
      }
    },
  }
}

export type StatBarService = ReturnType<typeof createStatBarService>
