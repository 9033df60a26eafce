import type { LevelId } from '@steward/contracts/level'
import type { Permission } from '@steward/contracts/plain/permission'
import { readFormula } from '@steward/formulas'
import type { FindUses } from '../field/index.ts'
import { reachField } from './record-rule.columns.ts'
import type { ReadRuleContext } from './record-rule.context.ts'

/** Something that names fields as rules on records of its level do. */
export interface NamesFields {
  name: string
  level: LevelId
  fields: Iterable<string>
}

/** Settings name fields under these keys: conditions and steps, events, and KPIs of templates. */
const keys = new Set(['field', 'attribute', 'sourceField'])

function parsed(filter: string): unknown {
  try {
    return JSON.parse(filter)
  } catch {
    return null
  }
}

/** The fields that settings name: in conditions at any depth, in the filter of a selection, and in formulas, too. */
export function fieldsNamedIn(settings: unknown): Set<string> {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, part] of Object.entries(value)) {
      if (typeof part !== 'string') visit(part)
      else if (keys.has(key)) names.add(part)
      else if (key === 'filter') visit(parsed(part))
      else if (key === 'formula') readFormula(part, (name) => void names.add(name))
    }
  }
  visit(settings)
  return names
}

export function createFieldUses(readContext: ReadRuleContext) {
  /**
   * Finds the uses of a custom field among all things of a kind that a company has. Their names are shown to those who
   * have the permission; to everyone without one.
   */
  return (
    kind: string,
    readAll: (tenantId: number) => Promise<readonly NamesFields[]>,
    permission?: Permission,
  ): FindUses =>
    async (tenantId, { fieldId }, once) => {
      if (fieldId === null) return []
      const [{ catalogueOf }, all] = await Promise.all([
        readContext(tenantId),
        once(kind, () => readAll(tenantId)),
      ])
      const names = ({ level, fields }: NamesFields): boolean =>
        [...fields].some((name) => reachField(name, catalogueOf, level)?.field.fieldId === fieldId)
      return all
        .filter(names)
        .map(({ name }) => ({ kind, name, count: 1, ...(permission === undefined ? {} : { permission }) }))
    }
}

export type FieldUses = ReturnType<typeof createFieldUses>
