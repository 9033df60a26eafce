import type { Rule } from '@steward/conditions'
import type { Level } from '@steward/contracts/level'
import { starterFieldNames } from '@steward/contracts/plain/starter-field'
import type { RecordOrder } from '../../../entities/record/index.ts'
import { levelBase, writeListSearch, type RawSearch } from '../../../entities/record-view/index.ts'

/** A list that Steward brings. */
export interface ShippedView {
  label: string
  /** The search parameters of the list. */
  search: RawSearch
}

/** A score below it is poor, or about to be, by the bands as delivered. */
const low = 5
const riskyPulses = [1, 2]

const { arr, renewalDate } = starterFieldNames
const types = { opportunity: 1, risk: 2 }
/** A field that most companies give their pipelines. */
const value = 'value'
const byValue: RecordOrder = [{ column: value, direction: 'DESC' }]
const latestFirst: RecordOrder = [{ column: 'updatedAt', direction: 'DESC' }]
const byHealth: RecordOrder = [{ column: 'system:health', direction: 'ASC' }]

/** The lists of a level that lead to what matters, as far as it has the fields for them. */
export function shippedViews(level: Level, fields: readonly { name: string }[]): ShippedView[] {
  if (level.id === 3) return []
  const has = (name: string) => fields.some((field) => field.name === name)
  const base = levelBase(level)
  const alive = 'and' in base.filter ? base.filter.and : [base.filter]
  const narrowed = (rule: Rule): Rule => ({ and: [...alive, rule] })
  if (level.id === 4) {
    const sort = has(value) ? byValue : latestFirst
    const ofType = (type: number) =>
      writeListSearch(
        { filter: narrowed({ field: 'pipelineType', operator: 'isSetTo', value: [type] }), sort },
        base,
      )
    return [
      { label: 'Opportunities', search: ofType(types.opportunity) },
      { label: 'Risks', search: ofType(types.risk) },
      { label: 'My pipelines', search: writeListSearch({ mine: true, sort }, base) },
    ]
  }
  const risky: Rule = {
    or: [
      { field: 'system:health', operator: 'lesser', value: low },
      { field: 'system:pulse', operator: 'isSetTo', value: riskyPulses },
    ],
  }
  const soon: Rule = { field: renewalDate, operator: 'inNext', value: 90 }
  const views: ShippedView[] = [
    {
      label: 'Needs attention',
      search: writeListSearch({ filter: narrowed(risky), sort: byHealth }, base),
    },
    {
      label: 'My book',
      search: writeListSearch(
        { mine: true, sort: has(arr) ? [{ column: arr, direction: 'DESC' }] : byHealth },
        base,
      ),
    },
  ]
  if (!has(renewalDate)) return views
  const sort: RecordOrder = [{ column: renewalDate, direction: 'ASC' }]
  return views.toSpliced(1, 0, {
    label: 'Renewals in 90 days',
    search: writeListSearch({ filter: narrowed(soon), sort }, base),
  })
}
