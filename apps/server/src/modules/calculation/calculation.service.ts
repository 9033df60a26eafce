import { dataTypesOfResult, type CheckFormula, type FormulaCheck } from '@steward/contracts/calculation'
import type { LevelId } from '@steward/contracts/level'
import { readFormula, type Formula, type Value } from '@steward/formulas'
import { type Actor } from '../../platform/actor.ts'
import { dayOf } from '../../platform/clock.ts'
import { type Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CalculatedDraft, CatalogueField, FieldService, FieldUse } from '../field/index.ts'
import { namesStage, type LifecycleService, type Stage, type StageUse } from '../lifecycle/index.ts'
import type { Records } from '../record/index.ts'
import { askForRun } from './calculation.jobs.ts'
import type { CalculatedField, FormulaDefinition } from './calculated-field.ts'
import { lockDefinitions, restart } from './calculation.store.ts'
import { readInputs } from './calculation.read-model.ts'
import { typeFault, type DefinitionService } from './definition.service.ts'
import { asksFor, formulaFields } from './formula-field.rules.ts'
import { workOut } from './formula.rules.ts'
import { findLoop, loopMessage } from './graph.rules.ts'
import { faultsOfRollup, typeLabel } from './rollup.rules.ts'

export interface CalculationNeighbours {
  fields: FieldService
  lifecycle: LifecycleService
  records: Records
}

type Faults = Record<string, string>

const calculatedTypes: ReadonlySet<string> = new Set(Object.values(dataTypesOfResult).flat())

function textOf(value: Value): string {
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 15 })
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value ?? ''
}

/** Whether a filter names a stage by its id, or a formula reads stages and holds its name as a text. */
function asksForStage(
  field: CalculatedField,
  { lifecycleStageId, displayName, entityLevel }: Stage,
): boolean {
  const { calculation } = field
  if (calculation.kind === 'vertical') {
    return calculation.filter ? namesStage(calculation.filter, lifecycleStageId) : false
  }
  const readsStages = field.reads.some(({ level, key }) => level === entityLevel && key === 'stageId')
  return readsStages && calculation.formula.toLowerCase().includes(`"${displayName.toLowerCase()}"`)
}

/** The sentence for a field that would be calculated from itself; undefined where it would not. */
function loopFault(all: readonly CalculatedField[], field: CalculatedField): string | undefined {
  const loop = findLoop(all, field)
  return loop && loopMessage(loop)
}

/** The id of a field that has none yet. */
const newField = 0

/** A formula may ask for a field that was deleted: one that takes its name is read by it. */
function withReadOf(field: CalculatedField, { level, name }: CalculatedDraft): CalculatedField {
  const { calculation, reads } = field
  if (field.level !== level || calculation.kind !== 'horizontal') return field
  if (!asksFor(calculation.formula, name)) return field
  return { ...field, reads: [...reads, { level, key: String(newField) }] }
}

async function defined(tx: Tx, tenantId: number, fieldId: number): Promise<void> {
  await restart(tx, tenantId, [fieldId])
  await askForRun(tx, tenantId)
}

/** Points at the whole of a formula. */
const whole = (text: string, message: string) => ({ message, from: 0, to: text.length })

/** Defining and checking calculated fields. */
export function createCalculationService(
  platform: Platform,
  neighbours: CalculationNeighbours,
  definitions: DefinitionService,
) {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)

  async function prepareDraft(tenantId: number, draft: CalculatedDraft): Promise<CalculatedField> {
    const catalogueOf = await definitions.catalogues(tenantId)
    return definitions.prepare(tenantId, { ...draft, fieldId: draft.fieldId ?? newField }, catalogueOf)
  }

  async function ownFaults(tenantId: number, draft: CalculatedDraft): Promise<Faults> {
    const { calculation, dataType, level } = draft
    if (!calculatedTypes.has(dataType)) {
      return { dataType: `A calculated field can't have the type ${typeLabel(dataType)}.` }
    }
    const catalogueOf = await definitions.catalogues(tenantId)
    if (calculation.kind === 'vertical') {
      const faults = faultsOfRollup(level, dataType, calculation, catalogueOf(calculation.childLevel))
      if (Object.keys(faults).length > 0) return faults
      const fault = await definitions.checkFilter(tenantId, calculation)
      return fault ? { 'rollup.filter': fault } : {}
    }
    const formula = readFormula(calculation.formula, formulaFields(catalogueOf(level)))
    const [problem] = formula.problems
    if (problem) return { 'calculatedFields.formula': problem.message }
    const fault = typeFault(formula, dataType)
    return fault ? { dataType: fault } : {}
  }

  async function check(tx: Tx, tenantId: number, draft: CalculatedDraft): Promise<Faults> {
    const faults = await ownFaults(tenantId, draft)
    if (Object.keys(faults).length > 0) return faults
    await lockDefinitions(tx, tenantId)
    const { fields } = await definitions.load(tx, tenantId)
    const known = draft.fieldId === null ? fields.map((field) => withReadOf(field, draft)) : fields
    const loop = loopFault(known, await prepareDraft(tenantId, draft))
    if (!loop) return {}
    return draft.calculation.kind === 'horizontal' ? { 'calculatedFields.formula': loop } : { childId: loop }
  }

  async function resultFor(
    actor: Actor,
    level: LevelId,
    field: FormulaDefinition,
    recordId: number,
  ): Promise<Pick<FormulaCheck, 'result' | 'resultText' | 'resultProblem'>> {
    const { tenantId } = actor
    await neighbours.records.read(actor, level, recordId)
    const db = dbOf(tenantId)
    const keys = field.inputs.map(({ key }) => key)
    const [[row], around] = await Promise.all([
      readInputs(db, tenantId, level, keys, { ids: [recordId] }),
      definitions.load(db, tenantId),
    ])
    const { value, problem } = workOut(field, row?.values ?? [], around, dayOf(platform.clock.now()))
    const result = value as Value
    return { result, resultText: textOf(result), ...(problem === null ? {} : { resultProblem: problem }) }
  }

  async function findOwnLoop(
    actor: Actor,
    { fieldId, level, formula: text }: CheckFormula,
    dataType: FormulaDefinition['dataType'],
  ): Promise<string | undefined> {
    if (fieldId === undefined) return undefined
    const { fields } = await definitions.load(dbOf(actor.tenantId), actor.tenantId)
    const displayName = fields.find((field) => field.fieldId === fieldId)?.displayName ?? 'This field'
    const calculation = { kind: 'horizontal', formula: text } as const
    const draft = { fieldId, level, name: '', displayName, dataType, calculation }
    return loopFault(fields, await prepareDraft(actor.tenantId, draft))
  }

  async function problemsOf(
    actor: Actor,
    input: CheckFormula,
    formula: Formula,
  ): Promise<FormulaCheck['problems']> {
    if (formula.problems.length > 0) return formula.problems
    const { formula: text, dataType } = input
    const fault = dataType === undefined ? undefined : typeFault(formula, dataType)
    const sentence = fault ?? (await findOwnLoop(actor, input, 'number'))
    return sentence ? [whole(text, sentence)] : []
  }

  async function checkFormula(actor: Actor, input: CheckFormula): Promise<FormulaCheck> {
    const { tenantId } = actor
    const { level, formula: text, recordId } = input
    const catalogueOf = await definitions.catalogues(tenantId)
    const formula = readFormula(text, formulaFields(catalogueOf(level)))
    const problems = await problemsOf(actor, input, formula)
    const dataType = formula.type === null ? null : dataTypesOfResult[formula.type][0]
    const answer: FormulaCheck = { dataType, fields: formula.fields, problems }
    if (recordId === undefined || problems.length > 0 || dataType === null) return answer
    const row = { fieldId: 0, level, name: '', displayName: '', dataType }
    const field = await definitions.prepare(
      tenantId,
      { ...row, calculation: { kind: 'horizontal', formula: text } },
      catalogueOf,
    )
    return { ...answer, ...(await resultFor(actor, level, field as FormulaDefinition, recordId)) }
  }

  return {
    checkFormula,
    calculator: { check, defined },

    /** The calculated fields whose filter or formula names a lifecycle stage. */
    async findStageUses(tenantId: number, stage: Stage): Promise<StageUse[]> {
      const all = await definitions.load(dbOf(tenantId), tenantId)
      return all.fields
        .filter((field) => asksForStage(field, stage))
        .map((field) => ({ kind: 'calculated field', name: field.displayName, count: 1 }))
    },

    /** The calculated fields that read a field. */
    async findUses(tenantId: number, { fieldId, key }: CatalogueField): Promise<FieldUse[]> {
      if (fieldId === null) return []
      const all = await definitions.load(dbOf(tenantId), tenantId)
      return all.fields
        .filter((field) => field.reads.some((place) => place.key === key))
        .map((field) => ({ kind: 'calculated field', name: field.displayName, count: 1 }))
    },
  }
}

export type CalculationService = ReturnType<typeof createCalculationService>
