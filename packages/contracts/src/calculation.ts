import type { Rule } from '@steward/conditions'
import { z } from 'zod'
import { idSchema } from './api.ts'
import { levelIdSchema, levelSchema, type LevelId } from './level.ts'

/** The types that a calculated field may have. */
export const calculatedDataTypes = ['number', 'percentage', 'currency', 'date', 'string', 'boolean'] as const
export type CalculatedDataType = (typeof calculatedDataTypes)[number]

/** The field types that can store the result of a formula, by its type; the default first. */
export const dataTypesOfResult = {
  number: ['number', 'percentage', 'currency'],
  text: ['string'],
  date: ['date'],
  boolean: ['boolean'],
} as const satisfies Record<string, readonly CalculatedDataType[]>

export const rollupFunctions = ['count', 'sum', 'average', 'min', 'max', 'latest'] as const
export type RollupFunction = (typeof rollupFunctions)[number]

const childLevels: Readonly<Record<LevelId, readonly LevelId[]>> = { 1: [2, 3, 4], 2: [3, 4], 3: [], 4: [] }

/** The levels whose records may be rolled up into one of this level. */
export function childLevelsOf(level: LevelId): readonly LevelId[] {
  return childLevels[level]
}

const numberTypes = new Set(['number', 'mandatoryNumber', 'percentage', 'health', 'pulse'])
const dateTypes = new Set(['date', 'mandatoryDate'])
const textTypes = new Set(['string', 'longText', 'email'])

/** The types that the value of one child may be kept as; none where it cannot be rolled up. */
function typesOfChild(dataType: string): readonly CalculatedDataType[] {
  if (numberTypes.has(dataType)) return ['number', 'percentage']
  if (dataType === 'currency' || dataType === 'boolean') return [dataType]
  if (dateTypes.has(dataType)) return ['date']
  return textTypes.has(dataType) ? ['string'] : []
}

/**
 * The types that a roll-up may have, the usual one first; none where the function makes nothing of the
 * child's field. `childType` is null where records are counted.
 */
export function rollupDataTypes(
  one: RollupFunction,
  childType: string | null,
): readonly CalculatedDataType[] {
  if (one === 'count') return ['number']
  const types = childType === null ? [] : typesOfChild(childType)
  if (one === 'latest') return types
  const isNumber = types.includes('number') || types.includes('currency')
  return isNumber || (types.includes('date') && (one === 'min' || one === 'max')) ? types : []
}

const ruleSchema = z
  .custom<Rule>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    error: 'Enter a rule: a condition, or a group of conditions.',
  })
  .meta({
    description: 'Which children count: a rule about their own fields',
    example: { field: 'system:pipelineStatus', operator: 'isSetTo', value: [1] },
  })

export const formulaTextSchema = z
  .string()
  .max(4000, 'A formula can have at most 4,000 characters.')
  .meta({ example: '{arr} / 12' })

/** The sources of a horizontal field: fields of the same record. */
export const calculatedFieldsSchema = z
  .strictObject({ formula: formulaTextSchema })
  .meta({ description: 'Only of horizontal fields' })

const rollupFunctionSchema = z.enum(rollupFunctions, {
  error: () => `Choose one of ${rollupFunctions.join(', ')}.`,
})

export const rollupInputSchema = z
  .strictObject({ childLevel: levelSchema, function: rollupFunctionSchema, filter: ruleSchema.optional() })
  .meta({ description: 'Only of vertical fields' })

/** The sources of a vertical field: child records. */
export const rollupSchema = z.object({
  childLevel: levelIdSchema,
  function: rollupFunctionSchema,
  filter: ruleSchema.optional(),
})

/** The child's field: a custom field, a system field by its negative number, or null to count records. */
export const childIdSchema = z.int().nullable().meta({ description: 'Only of vertical fields', example: 12 })

export const checkFormulaSchema = z.strictObject({
  level: levelSchema,
  formula: z.string().max(8000).meta({ example: '{arr} / 12' }),
  dataType: z.string().max(40).optional().meta({ description: 'The required type of the result' }),
  fieldId: idSchema.optional().meta({ description: 'The edited field, to detect loops' }),
  recordId: idSchema.optional().meta({ description: 'A record to calculate the formula for' }),
})

export const formulaCheckSchema = z
  .object({
    dataType: z
      .enum(calculatedDataTypes)
      .nullable()
      .meta({ description: 'The default type of the result; null if there are problems' }),
    fields: z.array(z.string()).meta({ description: 'API names of the fields it reads' }),
    problems: z.array(z.object({ message: z.string(), from: z.int(), to: z.int() })),
    result: z.union([z.string(), z.number(), z.boolean()]).nullable().optional(),
    resultText: z.string().optional(),
    resultProblem: z.string().optional().meta({ description: 'Why this record gets no value' }),
  })
  .meta({ id: 'FormulaCheck' })

const linkedFieldSchema = z.object({
  level: levelIdSchema,
  name: z.string(),
  displayName: z.string(),
  customColumnId: idSchema.nullable(),
})

export const calculationStateSchema = z
  .object({
    kind: z.enum(['plain', 'horizontal', 'vertical']),
    state: z.enum(['ready', 'waiting', 'running', 'broken']),
    progress: z.object({ done: z.int(), total: z.int() }).nullable(),
    problem: z.string().nullable().meta({ description: 'Why the definition is broken' }),
    recordsWithProblems: z.int(),
    examples: z
      .array(z.object({ recordId: idSchema, name: z.string(), message: z.string() }))
      .meta({ description: 'Examples of records without a value, for users who define fields' }),
    dependsOn: z.array(linkedFieldSchema),
    usedBy: z.array(linkedFieldSchema),
  })
  .meta({ id: 'CalculationState' })

export type FormulaCheck = z.infer<typeof formulaCheckSchema>
export type CalculationState = z.infer<typeof calculationStateSchema>
export type CheckFormula = z.infer<typeof checkFormulaSchema>
export type Rollup = z.infer<typeof rollupSchema>

/** How a calculated field is defined. */
export type Calculation =
  | { kind: 'horizontal'; formula: string }
  | ({ kind: 'vertical'; childId: number | null } & Rollup)
