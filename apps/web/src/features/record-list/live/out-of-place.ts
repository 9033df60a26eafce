import { fieldsOf } from '@steward/conditions'
import type { RecordBody } from '@steward/contracts/record'
import type { LevelField } from '../../../entities/field/index.ts'
import type { RecordView } from '../../../entities/record/index.ts'
import { sameValue, valueOf } from '../../../entities/value/index.ts'

/** The built-in fields that a list holds whatever its columns are. */
const alwaysSent: ReadonlySet<string> = new Set([
  'name',
  'entityArchived',
  'churned',
  'pipelineType',
  'primaryOwner',
  'system:externalId',
  'system:health',
  'system:internalId',
  'system:lifecycleStageId',
  'system:owners',
  'system:pulse',
])

/** The fields that decide whether a view shows a record, and where. */
function placingFields({ sort, filter, query, myEntitiesOnly }: RecordView): Set<string> {
  const names = new Set([
    'entityArchived',
    'churned',
    ...sort.map(({ column }) => column),
    ...fieldsOf(filter),
  ])
  if (query) names.add('name')
  if (myEntitiesOnly) names.add('system:owners')
  return names
}

/** Whether a record that was changed may no longer stand where a view shows it, or not be in it any more. */
export function isOutOfPlace(
  view: RecordView,
  fields: readonly LevelField[],
  before: RecordBody,
  after: RecordBody,
): boolean {
  const custom = new Set(fields.filter((field) => field.custom).map(({ name }) => name))
  const isHeld = (name: string) => alwaysSent.has(name) || view.columns.includes(name)
  return [...placingFields(view)].some((name) => {
    // What the view does not hold cannot be compared.
    if (!isHeld(name)) return true
    const field = { name, custom: custom.has(name) }
    return !sameValue(valueOf(before, field), valueOf(after, field))
  })
}
