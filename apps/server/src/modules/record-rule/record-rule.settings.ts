import { readFormula } from '@steward/formulas'
import { isStageField, type Stage } from '../lifecycle/index.ts'

/** Settings name fields under these keys: conditions and steps, events, and KPIs of templates. */
const fieldKeys = new Set(['field', 'attribute', 'sourceField'])

function parsed(filter: string): unknown {
  try {
    return JSON.parse(filter)
  } catch {
    return null
  }
}

type Part = Readonly<Record<string, unknown>>

/** The objects in settings: conditions at any depth, also those in the filter of a selection, which is a text. */
function* partsOf(settings: unknown): Generator<Part> {
  if (typeof settings !== 'object' || settings === null) return
  const part = settings as Part
  yield part
  for (const [key, value] of Object.entries(part)) {
    yield* partsOf(key === 'filter' && typeof value === 'string' ? parsed(value) : value)
  }
}

function fieldsOfPart(part: Part): string[] {
  return Object.entries(part).flatMap(([key, value]) =>
    fieldKeys.has(key) && typeof value === 'string' ? [value] : [],
  )
}

const formulaOf = ({ formula }: Part): string => (typeof formula === 'string' ? formula : '')

function fieldsOfFormula(formula: string): string[] {
  const names: string[] = []
  if (formula !== '') readFormula(formula, (name) => void names.push(name))
  return names
}

/** The fields that settings name: in conditions, actions and events, and in formulas, too. */
export function fieldsNamedIn(settings: unknown): Set<string> {
  return new Set(
    [...partsOf(settings)].flatMap((part) => [...fieldsOfPart(part), ...fieldsOfFormula(formulaOf(part))]),
  )
}

const isAboutStages = (part: Part): boolean =>
  part['type'] === 'stage_changed' || fieldsOfPart(part).some(isStageField)

/**
 * Whether settings name a stage: by its id, in a condition, an action or an event, or as a text in a formula that reads
 * the stages of its level, as `readsStages` decides for the name of a field.
 */
export function namesStageIn(
  settings: unknown,
  { lifecycleStageId, displayName }: Pick<Stage, 'lifecycleStageId' | 'displayName'>,
  readsStages: (field: string) => boolean,
): boolean {
  const isIt = (value: unknown): boolean => [value].flat().some((one) => Number(one) === lifecycleStageId)
  const text = `"${displayName.toLowerCase()}"`
  return [...partsOf(settings)].some((part) => {
    if (isIt(part['stageId'])) return true
    if (isAboutStages(part) && [part['value'], part['from'], part['to']].some(isIt)) return true
    const formula = formulaOf(part)
    return formula.toLowerCase().includes(text) && fieldsOfFormula(formula).some(readsStages)
  })
}
