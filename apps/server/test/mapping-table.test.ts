import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { levelOf, type LevelName } from '@steward/contracts/level'
import { starterFields } from '@steward/contracts/plain/starter-field'
import { beforeAll, describe, expect, it } from 'vitest'
import { suggestColumns, sure } from '../src/modules/column-suggestion/index.ts'
import { buildCatalogue } from '../src/modules/field/field.catalogue.ts'
import { stagesOf } from '../src/modules/lifecycle/lifecycle.rules.ts'
import { directoryOf } from '../src/modules/user-management/user.rules.ts'
import { detectTable, profileTable, type TableProfile } from '../src/platform/tabular/index.ts'

interface Expected {
  set: string
  level: LevelName
  targets: Record<string, string>
  key: string[]
  types: Record<string, string>
}

const folder = new URL('../fixtures/mapping/', import.meta.url)
const table = JSON.parse(await readFile(new URL('table.json', folder), 'utf8')) as Record<string, Expected>
const plain = (name: string): string => name.replaceAll(' ', '_')
const noSlots = { indexed: new Set<number>(), staleAmounts: false }

/** A fresh company has the fields that each starts with, on organizations and accounts. */
const starters = [1, 2].flatMap((level) =>
  starterFields.map((field, at) => ({
    field_id: level * 100 + at,
    level,
    name: field.name,
    display_name: field.displayName,
    data_type: field.dataType,
    required: false,
    is_visible: true,
    is_editable: field.isWritten !== true,
  })),
)
const tiers = starters.flatMap(({ field_id, name }) => {
  const { options = [] } = starterFields.find((field) => field.name === name) ?? {}
  return options.map((value, at) => ({
    option_id: field_id * 100 + at,
    field_id,
    value,
    color: null,
    retired: false,
  }))
})

/** The people who own the records of a file work here: their names or ids are in the column of owners. */
function usersIn(names: readonly string[], profile: TableProfile, targets: Expected['targets']) {
  const at = names.findIndex((name) => targets[plain(name)] === 'system:owners')
  const owners = new Set(at < 0 ? [] : [...(profile.columns[at]?.distinct ?? [])])
  return [...owners].map((owner, index) => ({
    userId: index + 1,
    email: `user${index}@users.example`,
    firstName: owner,
    lastName: '',
    roleId: 1 as const,
    status: 'ACTIVE' as const,
    kind: 'person' as const,
    displayCurrency: 'EUR',
    externalId: owner,
    imageId: null,
    mobileNumber: null,
    locale: null,
    timeZone: null,
    startPage: null,
    profileCompleted: true,
  }))
}

async function suggestionsFor(file: string, { level, targets }: Expected) {
  const path = fileURLToPath(new URL(`${file}.csv`, folder))
  const { columns: names, settings } = await detectTable(path, `${file}.csv`)
  const profile = await profileTable(path, settings, names.length)
  const { columns, key } = suggestColumns(names, profile, {
    catalogue: buildCatalogue(levelOf(level).id, starters, tiers, [], noSlots, new Map()),
    stages: stagesOf([]),
    users: directoryOf(usersIn(names, profile, targets), new Set()),
    externalNames: new Map(),
    earlier: new Map(),
  })
  return { columns: columns.map((column, at) => ({ ...column, name: plain(names[at] ?? '') })), key }
}

interface Score {
  right: number
  wrong: number
  missed: number
}

const empty = (): Score => ({ right: 0, wrong: 0, missed: 0 })
const shareRight = ({ right, wrong, missed }: Score): number => right / Math.max(right + wrong + missed, 1)

function add(score: Score, wanted: string | null, got: string | null): void {
  if (got === null && wanted !== null) score.missed += 1
  else if (got !== null && wanted?.split('|').includes(got)) score.right += 1
  else if (got !== null) score.wrong += 1
}

const scores = { targets: empty(), keys: empty(), types: empty() }
const faults: string[] = []

function note(what: keyof typeof scores, where: string, wanted: string | null, got: string | null): void {
  add(scores[what], wanted, got)
  const isRight = got === wanted || (got !== null && wanted?.split('|').includes(got))
  if (!isRight) faults.push(`${where} is ${got}, not ${wanted}`)
}

async function measure(file: string, expected: Expected): Promise<void> {
  const { columns, key } = await suggestionsFor(file, expected)
  for (const { name, suggestion, dataType } of columns) {
    const got = suggestion && suggestion.confidence >= sure ? suggestion.target : null
    note('targets', `${file}: the field of ${name}`, expected.targets[name] ?? null, got)
    const type = expected.types[name]
    if (type !== undefined) note('types', `${file}: the type of ${name}`, type, dataType)
  }
  note('keys', `${file}: the key`, expected.key.join() || null, key?.fields.join() ?? null)
}

describe('the table of correct mappings', () => {
  beforeAll(async () => {
    for (const [file, expected] of Object.entries(table)) await measure(file, expected)
  })

  it('names columns that its files have', async () => {
    expect(Object.keys(table).length).toBeGreaterThanOrEqual(40)
    for (const [file, expected] of Object.entries(table)) {
      const { columns } = await suggestionsFor(file, expected)
      const names = columns.map(({ name }) => name)
      expect(names, file).toEqual(
        expect.arrayContaining(Object.keys({ ...expected.targets, ...expected.types })),
      )
    }
  })

  it.each(Object.entries(scores))('has nine in ten of its %s on the first screen', (what, score) => {
    process.stdout.write(
      `${what}: ${(shareRight(score) * 100).toFixed(1)} % right, ${JSON.stringify(score)}\n`,
    )
    expect(shareRight(score), faults.join('\n')).toBeGreaterThanOrEqual(0.9)
    expect(score.wrong / (score.right + score.wrong), faults.join('\n')).toBeLessThanOrEqual(0.02)
  })
})
