import {
  eventSettings,
  runNowSettings,
  scheduleSettings,
  type EventSettings,
  type RunNowSettings,
  type ScheduleSettings,
} from '@steward/contracts/scenario/settings'
import type { Selection } from '@steward/contracts/bulk-update'
import type { Db, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { CatalogueField } from '../field/index.ts'
import type { TemplateService } from '../playbook-template/index.ts'
import type { RecordLists } from '../record-list/index.ts'
import type { ReadRuleContext, RuleContext } from '../record-rule/index.ts'
import type { SegmentService } from '../segment/index.ts'
import {
  scenarioActor,
  type Faults,
  type ScenarioPlace,
  type TriggerType,
} from '../scenario-management/index.ts'

export interface TriggerNeighbours {
  templates: Pick<TemplateService, 'findIn'>
  lists: Pick<RecordLists, 'select'>
  rules: { readContext: ReadRuleContext }
  segments: Pick<SegmentService, 'ruleOf'>
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

function faultsOfStages(
  { from, to }: Extract<EventSettings, { type: 'stage_changed' }>,
  { stages }: RuleContext,
): Faults {
  const gone = [from, to].find((id) => id !== null && !stages.byId.has(id))
  return gone === undefined ? {} : { to: 'This stage was deleted. Choose another one.' }
}

function faultsOfAttribute(
  { attribute, changeType }: Extract<EventSettings, { type: 'change_attribute' }>,
  { level }: ScenarioPlace,
  { catalogueOf }: RuleContext,
): Faults {
  const field = catalogueOf(level).find(attribute)
  if (!field) return { attribute: 'This field was deleted. Choose another one.' }
  if (changeType !== 'percentage' || isNumber(field)) return {}
  return { attribute: `${field.displayName} is not a number. Choose a field of numbers or amounts.` }
}

async function faultsOfSegment(
  { segments }: TriggerNeighbours,
  { tenantId, level }: ScenarioPlace,
  segmentId: number,
): Promise<Faults> {
  try {
    const segment = await segments.ruleOf(scenarioActor(tenantId), segmentId)
    if (segment.level === level) return {}
    return { segmentId: 'This segment is of another level. Choose another one.' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { segmentId: 'This segment was deleted, or is private. Choose another one.' }
  }
}

async function faultsOfTemplate(
  { templates }: TriggerNeighbours,
  db: Db | Tx,
  { tenantId }: ScenarioPlace,
  templateId: number | null,
): Promise<Faults> {
  if (templateId === null || (await templates.findIn(db, tenantId, templateId))) return {}
  return { templateId: 'This playbook was deleted. Choose another one.' }
}

/** The problems of an event, by path below its settings. */
export async function faultsOfEvent(
  neighbours: TriggerNeighbours,
  db: Db | Tx,
  place: ScenarioPlace,
  settings: EventSettings,
): Promise<Faults> {
  const context = await neighbours.rules.readContext(place.tenantId)
  switch (settings.type) {
    case 'churned':
      return place.level > 2 ? { type: 'Only organizations and accounts churn. Choose another event.' } : {}
    case 'stage_changed':
      return faultsOfStages(settings, context)
    case 'change_attribute':
      return faultsOfAttribute(settings, place, context)
    case 'playbook_completed':
      return faultsOfTemplate(neighbours, db, place, settings.templateId)
    case 'entered_segment':
    case 'left_segment':
      return faultsOfSegment(neighbours, place, settings.segmentId)
    default:
      return {}
  }
}

export function eventTrigger(neighbours: TriggerNeighbours): TriggerType<EventSettings> {
  return {
    type: 'onEvent',
    category: 'trigger',
    label: 'On Event',
    settings: eventSettings,
    check: (db, place, settings) => faultsOfEvent(neighbours, db, place, settings),
  }
}
