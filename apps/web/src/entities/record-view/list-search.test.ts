import { describe, expect, it } from 'vitest'
import { levelOf } from '@steward/contracts/level'
import { usualFilter } from '../rule/index.ts'
import {
  clearedSearch,
  isModified,
  levelBase,
  readListSearch,
  segmentBase,
  viewOfSearch,
  writeListSearch,
  type ListSearch,
} from './list-search.ts'

const accounts = levelBase(levelOf('account'))
const pipelines = levelOf('pipeline')

const custom: ListSearch = {
  filter: { and: [{ field: 'region', operator: 'isSetTo', value: [2, 5] }] },
  sort: [
    { column: 'system:health', direction: 'DESC' },
    { column: 'organization.arr', direction: 'ASC' },
  ],
  query: 'north',
  mine: true,
  cols: '!system:owners,region',
  density: 'compact',
  peek: 42,
}

describe('the address of a list', () => {
  it('restores exactly what was shown', () => {
    const written = JSON.parse(JSON.stringify(writeListSearch(custom, accounts)))
    expect(readListSearch(written, accounts)).toEqual(custom)
  })

  it('says nothing about what is as usual', () => {
    const usual = readListSearch({}, accounts)
    expect(Object.values(writeListSearch(usual, accounts)).filter((value) => value !== undefined)).toEqual([])
  })

  it('tells an emptied filter from the usual one', () => {
    const written = writeListSearch({ filter: { and: [] } }, accounts)
    expect(readListSearch(written, accounts).filter).toEqual({ and: [] })
  })

  it.each([
    ['a filter that is none', { filter: '{"maybe":1}' }],
    ['a filter that is no JSON', { filter: 'x' }],
    ['a sort with odd signs', { sort: 'name; drop' }],
    ['a sort of five keys', { sort: 'name,-about,churned,createdAt,updatedAt' }],
    ['a density there is not', { density: 'huge' }],
    ['a peek that is no id', { peek: '-3' }],
  ])('falls back for %s', (_, raw) => {
    expect(readListSearch(raw, accounts)).toEqual(readListSearch({}, accounts))
  })

  it('takes a search of digits, which the router reads as a number', () => {
    expect(readListSearch({ q: 2027 }, accounts).query).toBe('2027')
  })
})

const fieldsOf = (rule: unknown) =>
  JSON.stringify(rule)
    .match(/"field":"[^"]+"/g)
    ?.map((text) => text.slice(9, -1))

describe('the usual filter', () => {
  it('leaves out what is over, by level', () => {
    expect(fieldsOf(usualFilter(levelOf('account')))).toEqual(['entityArchived', 'churned'])
    expect(fieldsOf(usualFilter(levelOf('contact')))).toEqual(['entityArchived'])
    expect(fieldsOf(usualFilter(pipelines))).toEqual(['entityArchived', 'system:pipelineStatus'])
  })

  it('is what clearing goes back to first, and then it goes too', () => {
    expect(clearedSearch(custom, accounts).filter).toEqual(accounts.filter)
    expect(clearedSearch(readListSearch({}, accounts), accounts).filter).toEqual({ and: [] })
  })
})

describe('the list of a segment', () => {
  const logic = { or: [{ field: 'region', operator: 'isSetTo', value: [2] }] } as const
  const view = {
    columns: ['!region', 'system:pulse'],
    sort: '-region',
    sortColumn: 'region',
    sortDirection: 'DESC',
    mode: 'list',
  } as const
  const segment = { logic: { or: [...logic.or] }, view: { ...view, columns: [...view.columns] } }
  const base = segmentBase(segment)

  it('starts with its rule, its order and its columns, unmodified', () => {
    const search = readListSearch({}, base)
    expect(search).toMatchObject({ filter: logic, sort: [{ column: 'region', direction: 'DESC' }] })
    expect(viewOfSearch(search)).toEqual(view)
    expect(isModified(search, base)).toBe(false)
  })

  it.each<[string, Partial<ListSearch>]>([
    ['another filter', { filter: { and: [] } }],
    ['another order', { sort: [{ column: 'name', direction: 'ASC' }] }],
    ['other columns', { cols: 'region' }],
  ])('is modified by %s, and the address keeps it', (_, change) => {
    const raw = JSON.parse(JSON.stringify(writeListSearch(change, base)))
    const search = readListSearch(raw, base)
    expect(search).toMatchObject(change)
    expect(isModified(search, base)).toBe(true)
  })

  it('is not modified by a search, or by what is set back', () => {
    expect(isModified(readListSearch({ q: 'north', mine: true, density: 'compact' }, base), base)).toBe(false)
    const back = writeListSearch({ filter: base.filter, sort: base.sort, cols: base.cols }, base)
    expect(Object.values(back).filter((value) => value !== undefined)).toEqual([])
  })
})
