import type { PlaybookStep, SavePlaybook } from '@steward/contracts/playbook/template'
import { AppError, invalid } from '../../platform/errors.ts'
import type { ActivityTypeService } from '../activity-type/index.ts'
import type { Catalogue, FieldService } from '../field/index.ts'
import type { RecordRules } from '../record-rule/index.ts'
import type { UserService } from '../user-management/index.ts'
import { orderSteps } from './schedule.ts'
import { peopleOf } from './template.rules.ts'

export interface CheckNeighbours {
  users: Pick<UserService, 'directory'>
  fields: Pick<FieldService, 'catalogue'>
  rules: Pick<RecordRules, 'compileRule'>
  types: Pick<ActivityTypeService, 'types'>
}

type Faults = Record<string, string>

/** Date fields of a catalogue can be counted from, whatever they are called. */
const isDateField = (catalogue: Catalogue, name: string): boolean => catalogue.find(name)?.kind === 'date'

/** What is wrong with the day that a step counts from; undefined where nothing is. */
function faultOfAnchor(
  { key, offset }: PlaybookStep,
  { keys, input, catalogue }: { keys: ReadonlySet<string>; input: SavePlaybook; catalogue: Catalogue },
): readonly [at: string, message: string] | undefined {
  if (offset.from === 'step') {
    if (offset.step === undefined || !keys.has(offset.step)) return ['offset.step', 'Choose another step.']
    if (offset.step === key) return ['offset.step', 'A step cannot wait for itself. Choose another step.']
    if (offset.days < 0) return ['offset.days', 'A step is due after the one it waits for. Enter 0 or more.']
  }
  if (offset.from === 'end' && input.durationDays === null) {
    return ['offset.from', 'The playbook has no duration. Enter one, or count from the start.']
  }
  if (offset.from === 'field' && !isDateField(catalogue, offset.field ?? '')) {
    return ['offset.field', 'Choose a date field.']
  }
  return undefined
}

function faultsOfTimes(input: SavePlaybook, catalogue: Catalogue): Faults {
  const faults: Faults = {}
  const keys = new Set(input.steps.map(({ key }) => key))
  input.steps.forEach((step, at) => {
    const path = `steps.${at}`
    if (input.steps.findIndex(({ key }) => key === step.key) < at) {
      faults[`${path}.key`] = 'Another step has this key. Keys must differ.'
    }
    const found = faultOfAnchor(step, { keys, input, catalogue })
    if (found) faults[`${path}.${found[0]}`] = found[1]
    if (step.condition && step.conditionAt === 'reached' && step.offset.from !== 'step') {
      faults[`${path}.conditionAt`] =
        'Only steps that count from another step have a condition when they are reached. Choose “on apply”.'
    }
  })
  return faults
}

/** Says at a step which steps wait for each other. */
function faultOfCycle({ steps }: SavePlaybook): Faults {
  const { cycle } = orderSteps(steps)
  const [first] = cycle
  if (first === undefined) return {}
  const titleOf = (key: string) => `“${steps.find((step) => step.key === key)?.title}”`
  const at = steps.findIndex(({ key }) => key === first)
  const message = `These steps wait for each other: ${cycle.map(titleOf).join(' waits for ')}. Let one of them count from the start.`
  return { [`steps.${at}.offset.step`]: message }
}

function isNumberField(catalogue: Catalogue, name: string): boolean {
  const field = catalogue.find(name)
  return field?.kind === 'number' && field.dataType !== 'currency'
}

function faultsOfEffect({ effect, level }: SavePlaybook, catalogue: Catalogue): Faults {
  if (!effect) return {}
  if (effect.measure === 'field') {
    const isNumeric = isNumberField(catalogue, effect.field ?? '')
    return isNumeric ? {} : { 'effect.field': 'Choose a field of numbers or percentages.' }
  }
  if (effect.measure === 'churn' && level > 2) {
    return { 'effect.measure': 'Only organizations and accounts churn. Choose another measure.' }
  }
  if (effect.measure === 'health' && level === 4) {
    return { 'effect.measure': 'Pipelines have no health score. Choose another measure.' }
  }
  return {}
}

/** What is wrong with a playbook that someone saves. Throws `invalid_input` at every place. */
export function createTemplateCheck({ users, fields, rules, types }: CheckNeighbours) {
  async function faultsOfPeople(tenantId: number, { steps }: SavePlaybook): Promise<Faults> {
    const { byId } = await users.directory(tenantId)
    const { byId: typesById } = await types.types(tenantId)
    const faults: Faults = {}
    steps.forEach((step, at) => {
      const wrong = peopleOf(step).find((id) => !byId.get(id)?.assignable)
      if (wrong !== undefined) {
        faults[`steps.${at}.assignee`] =
          `${byId.get(wrong)?.name ?? `User ${wrong}`} can't be given tasks. Choose someone else.`
      }
      if (step.activityTypeId !== null && !typesById.get(step.activityTypeId)?.isActive) {
        faults[`steps.${at}.activityTypeId`] = 'This activity type is not in use. Choose another one.'
      }
    })
    return faults
  }

  async function faultsOfConditions(tenantId: number, { level, steps }: SavePlaybook): Promise<Faults> {
    const faults: Faults = {}
    for (const [at, { condition }] of steps.entries()) {
      if (!condition) continue
      try {
        const path = `steps.${at}.condition`
        const [broken] = (await rules.compileRule(tenantId, level, condition, path)).broken
        if (broken) faults[path] = broken.message
      } catch (error) {
        if (!(error instanceof AppError) || !error.fields) throw error
        Object.assign(faults, error.fields)
      }
    }
    return faults
  }

  return async function check(tenantId: number, input: SavePlaybook): Promise<void> {
    const catalogue = await fields.catalogue(tenantId, input.level)
    const faults = {
      ...faultOfCycle(input),
      ...faultsOfTimes(input, catalogue),
      ...(await faultsOfPeople(tenantId, input)),
      ...(await faultsOfConditions(tenantId, input)),
      ...faultsOfEffect(input, catalogue),
    }
    if (Object.keys(faults).length > 0) throw invalid('playbook.invalid', faults)
  }
}
