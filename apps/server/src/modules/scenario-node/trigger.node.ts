import {
  eventSettings,
  runNowSettings,
  scheduleSettings,
  type EventSettings,
  type RunNowSettings,
  type ScheduleSettings,
} from '@steward/contracts/scenario/settings'
import type { Selection } from '@steward/contracts/bulk-update'
import { AppError } from '../../platform/errors.ts'
import type { CatalogueField } from '../field/index.ts'
import type { RecordLists } from '../record-list/index.ts'
import type { ReadRuleContext } from '../record-rule/index.ts'
import {
  scenarioActor,
  type Faults,
  type ScenarioPlace,
  type TriggerType,
} from '../scenario-management/index.ts'

export interface TriggerNeighbours {
  lists: Pick<RecordLists, 'select'>
  rules: { readContext: ReadRuleContext }
}

/** What is wrong with a selection, by path below the settings. */
async function faultsOfSelection(
  { lists }: TriggerNeighbours,
  { tenantId, level }: ScenarioPlace,
  selection: Selection,
): Promise<Faults> {
  try {
    await lists.select(scenarioActor(tenantId), level, selection)
    return {}
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.fields ?? { selection: error.message }
  }
}

export function runNowTrigger(neighbours: TriggerNeighbours): TriggerType<RunNowSettings> {
  return {
    type: 'runNow',
    category: 'trigger',
    label: 'Run Now',
    settings: runNowSettings,
    check: (_, place, { selection }) => faultsOfSelection(neighbours, place, selection),
  }
}

export function scheduleTrigger(neighbours: TriggerNeighbours): TriggerType<ScheduleSettings> {
  return {
    type: 'scheduleLater',
    category: 'trigger',
    label: 'Schedule Later',
    settings: scheduleSettings,
    check: (_, place, { selection }) => faultsOfSelection(neighbours, place, selection),
  }
}

const isNumber = ({ kind }: CatalogueField): boolean => kind === 'number'

export function eventTrigger({ rules }: TriggerNeighbours): TriggerType<EventSettings> {
  return {
    type: 'onEvent',
    category: 'trigger',
    label: 'On Event',
    settings: eventSettings,
    async check(_, { tenantId, level }, settings): Promise<Faults> {
      const context = await rules.readContext(tenantId)
      if (settings.type === 'churned' && level > 2) {
        return { type: 'Only organizations and accounts churn. Choose another event.' }
      }
      if (settings.type === 'stage_changed') {
        const gone = [settings.from, settings.to].find((id) => id !== null && !context.stages.byId.has(id))
        return gone === undefined ? {} : { to: 'This stage was deleted. Choose another one.' }
      }
      if (settings.type !== 'change_attribute') return {}
      const field = context.catalogueOf(level).find(settings.attribute)
      if (!field) return { attribute: 'This field was deleted. Choose another one.' }
      if (settings.changeType !== 'percentage' || isNumber(field)) return {}
      return { attribute: `${field.displayName} is not a number. Choose a field of numbers or amounts.` }
    },
  }
}
