import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gap, textsOf } from './sql-text.ts'
import { usesOf, type Access, type TableUse } from './table-use.ts'

/** A use of a table in the source, by the module whose file says it. */
export interface FoundUse extends TableUse {
  module: string
  /** Where it stands, below the folder that was searched. */
  place: string
}

interface Literal {
  module: string
  place: string
  text: string
}

const isOfProduct = (file: string): boolean => file.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(file)

/**
 * The module of a file: those of the product by name, and the platform as one. Undefined for programs that move
 * or examine whole databases as their owner; what they do goes by the catalogue of the database.
 */
function moduleOf(file: string): string | undefined {
  const [top, second] = file.split('/')
  return top === 'modules' ? second : top === 'platform' ? 'platform' : undefined
}

async function literalsBelow(folder: string): Promise<Literal[]> {
  const files = (await readdir(folder, { recursive: true })).map((file) => file.replaceAll('\\', '/'))
  const found: Literal[] = []
  for (const file of files.filter(isOfProduct).toSorted()) {
    const module = moduleOf(file)
    if (!module) continue
    const texts = textsOf(await readFile(join(folder, file), 'utf8'))
    found.push(...texts.map(({ text, line }) => ({ module, text, place: `${file}:${line}` })))
  }
  return found
}

/** Sentences begin with a capital letter, statements do not. */
const isProse = (text: string): boolean => /^[A-Z][a-z]/.test(text)

const bareName = /^\s*([a-z]+_[a-z\d_]+)\s*$/
const nameWithAlias = new RegExp(
  `^\\s*([a-z_]+)\\s+[a-z]{1,3}(?:\\s+(?:join|left|cross|using|where)\\b[\\s\\S]*|\\s*${gap}[\\s\\S]*)?\\s*$`,
)

const fileOf = (place: string): string => place.split(':')[0] ?? ''

/**
 * The tables that a literal names for statements with a gap in the place of a table: alone, if such a statement
 * is in the same file, and with an alias, to be read, if it is in the same module.
 */
function namedForGaps(literals: readonly Literal[], gaps: readonly FoundUse[]): FoundUse[] {
  const places = new Set(gaps.map(({ access, place }) => `${access} ${fileOf(place)}`))
  const readers = new Set(gaps.flatMap(({ access, module }) => (access === 'read' ? [module] : [])))
  return literals.flatMap((literal) => {
    const bare = bareName.exec(literal.text)?.[1]
    const aliased = readers.has(literal.module) ? nameWithAlias.exec(literal.text)?.[1] : undefined
    const accesses = (['read', 'write'] as const).filter((one) =>
      places.has(`${one} ${fileOf(literal.place)}`),
    )
    return [
      ...(bare ? accesses.map((access): FoundUse => ({ ...literal, table: bare, access })) : []),
      ...(aliased ? [{ ...literal, table: aliased, access: 'read' as Access }] : []),
    ]
  })
}

/** The tables that the modules below a folder use. */
export async function findUses(folder: string, tables: ReadonlySet<string>): Promise<FoundUse[]> {
  const literals = (await literalsBelow(folder)).filter(({ text }) => !isProse(text))
  const uses = literals.flatMap((literal) =>
    usesOf(literal.text, tables).map((use): FoundUse => ({ ...literal, ...use })),
  )
  const gaps = uses.filter(({ table }) => table === gap)
  return [...uses, ...namedForGaps(literals, gaps)].filter(({ table }) => tables.has(table))
}
