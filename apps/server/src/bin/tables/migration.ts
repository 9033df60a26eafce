import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FoundUse } from './source.ts'
import { usesOf } from './table-use.ts'

interface Migration {
  module: string
  text: string
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => ({
      module: name.split('__')[1] ?? '',
      text: (await readFile(join(folder, name), 'utf8')).replaceAll(/--[^\n]*/g, ''),
    })),
  )
}

const tablesMade =
  /\bcreate\s+(?:or\s+replace\s+)?(?:unlogged\s+)?(?:table|view)\s+(?:if\s+not\s+exists\s+)?(\w+)/gi
const tablesDropped = /\bdrop\s+table\s+(?:if\s+exists\s+)?(\w+)/gi
const functionsMade =
  /\bcreate\s+(?:or\s+replace\s+)?(?:function|procedure)\s+(\w+)[\s\S]*?\$\$([\s\S]*?)\$\$/gi

export interface Schema {
  /** The tables and views, each with the module whose migration made it first. */
  makers: Map<string, string>
  /** Bodies of functions as they are now. */
  functions: { name: string; body: string; module: string }[]
}

/** What migrations amount to, as far as their text tells. */
export async function readSchema(folder: string): Promise<Schema> {
  const makers = new Map<string, string>()
  const bodies = new Map<string, Schema['functions'][number]>()
  for (const { module, text } of await readMigrations(folder)) {
    for (const [, table = ''] of text.matchAll(tablesMade)) if (!makers.has(table)) makers.set(table, module)
    for (const [, table = ''] of text.matchAll(tablesDropped)) makers.delete(table)
    for (const [, name = '', body = ''] of text.matchAll(functionsMade))
      bodies.set(name, { name, body, module })
  }
  return { makers, functions: [...bodies.values()] }
}

/** The tables that functions of the database use. `owners` says whose a function is. */
export function usesOfFunctions(
  { makers, functions }: Schema,
  owners: Readonly<Record<string, string>>,
): FoundUse[] {
  const tables = new Set(makers.keys())
  return functions.flatMap(({ name, body, module }) =>
    usesOf(body, tables)
      .filter(({ table }) => tables.has(table))
      .map((use) => ({ ...use, module: owners[`${name}()`] ?? module, place: `function ${name}` })),
  )
}
