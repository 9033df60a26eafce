import type { SurveySplit } from '@steward/contracts/survey/response'
import { levelOf, type LevelName } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CatalogueField } from '../field/index.ts'
import { columnOf, type ReadRuleContext, type RuleContext } from '../record-rule/index.ts'
import { reckoningIn } from '../currency/index.ts'
import { unknownSurvey, type SurveyBook } from '../survey-management/index.ts'
import { countByValue, readNames, type ValueCount } from './score.read-model.ts'
import { scoreOf } from './score.rules.ts'

/** Groups that are shown; the smallest beyond them are one. */
const mostGroups = 50
const storages = new Set(['int', 'boolean', 'text'])

export interface SplitNeighbours {
  book: SurveyBook
  rules: { readContext: ReadRuleContext }
}

type NameOf = (value: string) => string | undefined

/** How values of a field are called. */
function namesOf(field: CatalogueField, context: RuleContext, records: ReadonlyMap<number, string>): NameOf {
  if (field.key === 'stageId') return (value) => context.stages.byId.get(Number(value))?.displayName
  if (field.dataType === 'user' || field.key === 'primaryOwner')
    return (value) => context.users.byId.get(Number(value))?.name
  const options = new Map(field.options.map((option) => [String(option.id), option.value]))
  return (value) => options.get(value) ?? records.get(Number(value))
}

const words: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' }

const size = ([, some]: [unknown, ValueCount[]]) => some.reduce((sum, { responses }) => sum + responses, 0)

/** The largest groups, and one of all others, so that they add up to the whole. */
function grouped(counts: readonly ValueCount[]): Map<string | null, ValueCount[]> {
  const byValue = [...Map.groupBy(counts, ({ value }) => value)]
  const sorted = byValue.toSorted((one, other) => size(other) - size(one))
  const [shown, rest] = [sorted.slice(0, mostGroups), sorted.slice(mostGroups)]
  const others = rest.flatMap(([, some]) => some)
  return new Map(others.length > 0 ? [...shown, ['', others]] : shown)
}

/** The score of a survey for each value of a field of the contacts, their accounts or organizations. */
export function createSplits(platform: Platform, { book, rules }: SplitNeighbours) {
  async function fieldOf(tenantId: number, level: LevelName, name: string) {
    const context = await rules.readContext(tenantId)
    const field = context.catalogueOf(levelOf(level).id).find(name)
    const column = field && columnOf(field, 'x', reckoningIn(context.book, context.book.standard))
    if (!field || !column || !storages.has(column.storage)) {
      throw invalid('survey.split', {
        field: 'Choose a field with options, a stage, an owner, or yes and no.',
      })
    }
    return { context, field, sql: column.sql }
  }

  return async function split(
    actor: Actor,
    surveyId: number,
    { field: name, level }: { field: string; level: LevelName },
  ): Promise<SurveySplit[]> {
    const { tenantId } = actor
    const survey = (await book.surveys(tenantId)).get(surveyId)
    if (!survey) throw unknownSurvey()
    const { context, field, sql } = await fieldOf(tenantId, level, name)
    const db = platform.database.tenant(tenantId)
    const counts = await countByValue(db, actor, surveyId, { level: levelOf(level).id, sql })
    const ids = counts.flatMap(({ value }) =>
      value !== null && /^\d{1,15}$/.test(value) ? [Number(value)] : [],
    )
    const isReference = field.key === 'accountId' || field.key === 'organizationId'
    const nameOf = namesOf(field, context, isReference ? await readNames(db, actor, ids) : new Map())
    return [...grouped(counts)].map(([value, some]) => ({
      value,
      label: value === null ? 'No value' : value === '' ? 'Others' : (nameOf(value) ?? words[value] ?? value),
      ...scoreOf(survey.type, sumOf(some)),
    }))
  }
}

function sumOf(counts: readonly ValueCount[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { score, responses } of counts) sums.set(score, (sums.get(score) ?? 0) + responses)
  return sums
}

export type Split = ReturnType<typeof createSplits>
