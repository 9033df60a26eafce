import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../entities/field/index.ts'

const leading: Readonly<Record<Level['name'], readonly string[]>> = {
  organization: [],
  account: ['system:health', 'system:lifecycleStageId'],
  contact: ['system:email', 'account', 'system:lifecycleStageId'],
  pipeline: ['pipelineType', 'system:pipelineStatus', 'account'],
}

const trailing: Readonly<Record<Level['name'], readonly string[]>> = {
  organization: [],
  account: ['system:owners', 'system:pulse'],
  contact: ['updatedAt'],
  pipeline: ['system:owners'],
}

/** The kinds of custom fields of which the first is a column: what someone does; what it is worth, and when. */
const kinds: Readonly<Record<Level['name'], readonly (readonly string[])[]>> = {
  organization: [],
  account: [['currency'], ['date', 'mandatoryDate']],
  contact: [['singlePicklist']],
  pipeline: [['currency'], ['date', 'mandatoryDate']],
}

/** The columns of the records of a level below another one; what all have in common is in the header of the page. */
export function childColumns(level: Level, parent: Level, fields: readonly LevelField[]): LevelField[] {
  const named = (names: readonly string[]) =>
    names
      .filter((name) => name !== parent.name)
      .flatMap((name) => fields.find((field) => field.name === name) ?? [])
  const first = kinds[level.name].flatMap(
    (types) => fields.find(({ custom, dataType }) => custom && types.includes(dataType)) ?? [],
  )
  return [...named(leading[level.name]), ...first, ...named(trailing[level.name])]
}
