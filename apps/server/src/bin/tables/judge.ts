import type { AccessRules } from './access.ts'
import { usesOfFunctions, type Schema } from './migration.ts'
import type { FoundUse } from './source.ts'

export interface Judged {
  /** The owner of each table and view. */
  owners: Map<string, string>
  /** The other modules that read or write a table, by `table reader`. */
  foreign: FoundUse[]
  faults: string[]
}

const isShared = ({ sharedWrites }: AccessRules, { table, module }: FoundUse): boolean =>
  sharedWrites.some((shared) => shared.table === table && shared.writer === module)

function faultOf(use: FoundUse, owner: string, rules: AccessRules): string | undefined {
  const { table, module, access, place } = use
  if (access === 'write') {
    if (isShared(rules, use)) return undefined
    return `${place}: ${module} writes ${table}, which belongs to ${owner}; let ${owner} write it`
  }
  if (rules.readModels[table]?.readers.includes(module) || isShared(rules, use)) return undefined
  return `${place}: ${module} reads ${table}, which belongs to ${owner}; ask ${owner}, or list it as a read model`
}

/** Rules that nothing needs any more: what they allow would come back unnoticed. */
function staleRules(
  rules: AccessRules,
  owners: ReadonlyMap<string, string>,
  foreign: readonly FoundUse[],
): string[] {
  const used = new Set(foreign.map(({ table, module, access }) => `${table} ${module} ${access}`))
  const readers = Object.entries(rules.readModels).flatMap(([table, { readers: named }]) =>
    named.map((reader) => ({ table, reader })),
  )
  return [
    ...readers
      .filter(({ table, reader }) => !used.has(`${table} ${reader} read`))
      .map(({ table, reader }) => `the rules let ${reader} read ${table}, which it does not`),
    ...rules.sharedWrites
      .filter(({ table, writer }) => !used.has(`${table} ${writer} write`))
      .map(({ table, writer }) => `the rules let ${writer} write ${table}, which it does not`),
    ...Object.keys(rules.owners)
      .filter((name) => !name.endsWith('()') && !owners.has(name))
      .map((name) => `the rules name an owner of ${name}, which is no table`),
  ]
}

/** Judges what modules and functions of the database do with tables. */
export function judge(schema: Schema, ofModules: readonly FoundUse[], rules: AccessRules): Judged {
  const owners = new Map([...schema.makers].map(([table, maker]) => [table, rules.owners[table] ?? maker]))
  const uses = [...ofModules, ...usesOfFunctions(schema, rules.owners)]
  const foreign = uses.filter(({ table, module }) => owners.get(table) !== module)
  const found = foreign.flatMap((use) => faultOf(use, owners.get(use.table) ?? 'nobody', rules) ?? [])
  return { owners, foreign, faults: [...new Set(found), ...staleRules(rules, owners, foreign)] }
}
