import { levelOf } from '@steward/contracts/level'
import type { ColumnMapping } from '@steward/contracts/sheet'
import { describe, expect, it } from 'vitest'
import type { ColumnGuess } from '../bulk.calls.ts'
import type { Choices } from '../wizard/import-draft.ts'
import { columnsForName, withMadeName } from './further-targets.ts'

const pipelines = levelOf('pipeline')
const choices = (
  targets: (string | null)[],
  more: Partial<ColumnMapping> = {},
  key: string[] = [],
): Choices => ({
  columns: targets.map((target, column) => ({ column, target, ...(target === 'account' ? more : {}) })),
  key,
  mode: 'createOrUpdate',
  emptyCells: 'keep',
  unreadableCells: 'leaveOut',
  unknownOwners: 'refuse',
  changedParents: 'move',
  missingRecords: 'leave',
  missingValues: {},
  missingFrom: [],
  newFields: [],
  defaults: {},
})
const unknown = { columns: [] }
const byName = { match: 'name' } as const

describe('the name of a pipeline that its file has no column for', () => {
  it.each([
    [['system:externalId', 'account', 'pipelineType'], byName, [1, 2]],
    [['system:externalId', 'account', 'pipelineType'], { match: 'externalId' } as const, [0]],
    [['system:externalId', null, 'account'], byName, [0]],
    [[null, 'account'], byName, [1]],
    [[null, 'account'], { match: 'externalId' } as const, []],
    [['name', 'system:externalId'], byName, []],
  ])('of %j with accounts by %j is made from %j', (targets, match, from) => {
    expect(columnsForName(pipelines, unknown, choices(targets, match))).toEqual(from)
  })

  it('is not made for updates', () => {
    const some = choices(['system:externalId'])
    expect(columnsForName(pipelines, unknown, { ...some, mode: 'update' })).toEqual([])
  })

  it('fills the name besides what its columns fill, and becomes no key', () => {
    const mapped = choices(['account', 'pipelineType'], byName)
    const made = [0, 1].map((column) => ({ column, target: 'name' }))
    expect(withMadeName(pipelines, mapped, [0, 1])).toEqual({
      columns: [...mapped.columns, ...made],
      key: [],
    })
    const keyed = choices(['system:externalId'], {}, ['system:externalId'])
    expect(withMadeName(pipelines, keyed, [0])).toEqual({
      columns: [...keyed.columns, { column: 0, target: 'name' }],
    })
  })
})

it('the name of other records is taken from the column that may be a name, once it fills another field', () => {
  const columns = [{ column: 1, offer: { target: 'name', why: '', match: null } }] as ColumnGuess[]
  const nameOf = (...targets: (string | null)[]) =>
    columnsForName(levelOf('account'), { columns }, choices(targets))
  expect(nameOf('system:externalId', null)).toEqual([])
  expect(nameOf('system:externalId', 'officialName')).toEqual([1])
  expect(nameOf('name', 'officialName')).toEqual([])
  // It may become the key, unlike that of a pipeline.
  expect(withMadeName(levelOf('account'), choices([null, 'officialName']), [1])).not.toHaveProperty('key')
})
