import type { RuleColumn, RuleField } from '@steward/conditions'
import { levels, levelOf, type LevelId, type LevelName } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { Reckoning } from '../currency/index.ts'
import type { CatalogueField } from '../field/index.ts'
import { scopeSql } from '../record/index.ts'
import { columnOf, describeField, type RuleContext } from '../record-rule/index.ts'
import { bindRule, type BoundRule, type RuleSource } from '../rule-source/index.ts'

/** What a rule about tasks can name: a part of the task, or a field of its record, or of what that belongs to. */
export type TaskField =
  | { of: 'task'; name: string; kind: RuleField['kind']; column: RuleColumn }
  | { of: LevelName; name: string; field: CatalogueField }

const text = (sql: string) => ({ kind: 'text', column: { sql, storage: 'text' } }) as const
const date = (sql: string) => ({ kind: 'date', column: { sql, storage: 'date' } }) as const
const instant = (sql: string) => ({ kind: 'date', column: { sql, storage: 'timestamp' } }) as const
const id = (sql: string) => ({ kind: 'reference', column: { sql, storage: 'int' } }) as const

const own: Readonly<Record<string, Pick<Extract<TaskField, { of: 'task' }>, 'kind' | 'column'>>> = {
  title: text('t.title'),
  status: id('t.status'),
  priority: id('t.priority'),
  type: id('t.type'),
  dueDate: date('t.due_on'),
  startDate: date('t.start_on'),
  createdAt: instant('t.created_at'),
  updatedAt: instant('t.updated_at'),
  completedAt: instant('t.completed_at'),
  estimateMinutes: { kind: 'number', column: { sql: 't.estimate_minutes', storage: 'numeric' } },
  assignee: id('t.assignee_id'),
  creator: id('t.creator_id'),
  activityType: id('t.activity_type_id'),
  record: id('t.record_id'),
  playbookInstance: id('t.instance_id'),
  watchers: {
    kind: 'references',
    column: { sql: 't.watchers', storage: 'intArray', contains: (one) => `${one} = any(t.watchers)` },
  },
}

const levelNames: ReadonlySet<string> = new Set(levels.map(({ name }) => name))

function findField(name: string, catalogueOf: RuleContext['catalogueOf']): TaskField | undefined {
  if (Object.hasOwn(own, name)) return { of: 'task', name, ...(own[name] as (typeof own)[string]) }
  const [level = '', ...rest] = name.split('.')
  if (rest.length === 0 || !levelNames.has(level)) return undefined
  const { id: levelId } = levelOf(level as LevelName)
  const field = catalogueOf(levelId).find(rest.join('.'))
  return field && { of: level as LevelName, name, field }
}

/** Binds a rule about tasks. Throws `invalid_input` at the paths below `root`. */
export function bindTaskRule(
  filter: string | undefined,
  context: RuleContext,
  reckoning: Reckoning,
  root: string,
): BoundRule<TaskField> {
  const stages = new Set(context.stages.byId.keys())
  const source: RuleSource<TaskField> = {
    find: (name) => findField(name, context.catalogueOf),
    describe: (field) =>
      field.of === 'task'
        ? { name: field.name, kind: field.kind }
        : describeField(field.field, { stages, reckoning }),
  }
  return bindRule(filter, source, root)
}

/** The record of a level that a task is about: its own, or the one above; `r` is its own. */
const idAt: Readonly<Record<LevelId, string>> = {
  1: 'case when r.level = 1 then r.record_id else r.organization_id end',
  2: 'case when r.level = 2 then r.record_id else r.account_id end',
  3: 'case when r.level = 3 then r.record_id end',
  4: 'case when r.level = 4 then r.record_id end',
}

/** Joins the records that a rule asks about, of those that the actor sees, as `p_<level>`. */
export function joinsOf(rule: BoundRule<TaskField>, actor: Actor): string {
  const asked = [...rule.fields].flatMap((name) => rule.find(name) ?? [])
  const names = new Set(asked.flatMap(({ of }) => (of === 'task' ? [] : [of])))
  const joins = [...names].map((name) => {
    const { id: level } = levelOf(name)
    return `left join record_fenced p_${name} on p_${name}.tenant_id = ${actor.tenantId}
      and p_${name}.record_id = ${idAt[level]} and ${scopeSql(actor, `p_${name}`, level)}`
  })
  return joins.join(' ')
}

/** Where a field lies, once the records are joined that its rule asks about. */
export const columnIn =
  (reckoning: Reckoning) =>
  (field: TaskField): RuleColumn =>
    field.of === 'task' ? field.column : columnOf(field.field, `p_${field.of}`, reckoning)
