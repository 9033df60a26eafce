import {
  changeStageSettings,
  setPulseSettings,
  type ChangeStageSettings,
  type SetPulseSettings,
} from '@steward/contracts/scenario/action'
import type { z } from 'zod'
import type { ActionType } from '../scenario-management/index.ts'
import type { AttributeWay, ForAll } from '../scenario-node/index.ts'

interface Preset<Settings> {
  type: string
  label: string
  settings: z.ZodType<Settings>
  /** The same as Set Attribute has it. */
  asAttribute(settings: Settings): ForAll
  /** Where the value stands. */
  path: string
}

/** An action that sets one attribute, with settings of its own. */
function presetNode<Settings>(
  setAttribute: AttributeWay<ForAll>,
  { type, label, settings: schema, asAttribute, path }: Preset<Settings>,
): ActionType<Settings> {
  return {
    type,
    category: 'action',
    label,
    settings: schema,
    async check(db, place, settings) {
      const faults = await setAttribute.check(db, place, asAttribute(settings))
      return Object.fromEntries(Object.values(faults).map((message) => [path, message]))
    },
    rehearse: (facts, batch) =>
      setAttribute.rehearse(facts, { ...batch, settings: asAttribute(batch.settings) }),
    act: (tx, batch, context) =>
      setAttribute.act(tx, { ...batch, settings: asAttribute(batch.settings) }, context),
  }
}

const sets = (field: string, value: unknown): ForAll => ({ field, operation: 'set', value })

export const changeStageNode = (setAttribute: AttributeWay<ForAll>): ActionType<ChangeStageSettings> =>
  presetNode(setAttribute, {
    type: 'changeStage',
    label: 'Change Stage',
    settings: changeStageSettings,
    asAttribute: ({ stageId }) => sets('lifecycleStage', stageId),
    path: 'stageId',
  })

export const setPulseNode = (setAttribute: AttributeWay<ForAll>): ActionType<SetPulseSettings> =>
  presetNode(setAttribute, {
    type: 'setPulse',
    label: 'Set Pulse',
    settings: setPulseSettings,
    asAttribute: ({ pulse }) => sets('system:pulse', pulse),
    path: 'pulse',
  })
