import { describe, expect, it } from 'vitest'
import type { Rule } from '@steward/conditions'
import type { Board, BoardColumn } from '@steward/contracts/board'
import { levelOf } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import { readBoardSettings } from './board-settings.ts'
import {
  cardCount,
  findCard,
  isOutdated,
  isShutOut,
  lettingIn,
  placeOf,
  withMoved,
  withPage,
} from './board-model.ts'

const account = levelOf('account')
const byName = [{ column: 'name', direction: 'ASC' }] as const
const unfiltered = { filter: { and: [] }, sort: byName }

function record(accountId: number, name: string, arr?: number): RecordBody {
  const globalFields = { name, churned: false, entityArchived: false } as RecordBody['globalFields']
  const customFields = arr === undefined ? {} : { arr: { value: arr, currencyDefinitionId: 1 } }
  return { accountId, level: 2, version: 1, globalFields, customFields }
}

const columnOf = (key: number | null, records: RecordBody[], sum: number | null, count = records.length) => ({
  key,
  label: `Column ${key}`,
  color: null,
  retired: false,
  count,
  sum,
  sumCurrencyId: 1,
  records,
})

const board: Board = {
  groupBy: 'system:lifecycleStageId',
  sum: 'arr',
  columns: [
    columnOf(1, [record(11, 'Alder', 10), record(12, 'cedar', 5)], 40, 3),
    columnOf(2, [record(21, 'Birch')], null),
    columnOf(null, [], 0),
  ],
  totalItemCount: 4,
  totalEntityCount: 4,
  brokenConditions: [],
}

const shape = ({ columns }: Board) =>
  columns.map(({ count, sum, records }) => [count, sum, records.map(({ accountId }) => accountId)])

describe('moving a card', () => {
  it('takes count and amount along, and stands where its name belongs', () => {
    const moved = withMoved(board, account, record(12, 'cedar', 5), 2, unfiltered)
    expect(shape(moved)).toEqual([
      [2, 35, [11]],
      [2, null, [21, 12]],
      [0, 0, []],
    ])
    expect(shape(withMoved(moved, account, record(12, 'cedar', 5), 1, unfiltered))).toEqual(shape(board))
  })

  it('takes a card that the filter shuts out from the matching ones, until it comes back', () => {
    const filter: Rule = { and: [{ field: board.groupBy, operator: 'isSetTo', value: [1] }] }
    const shown = { filter, sort: byName }
    const moved = withMoved(board, account, record(12, 'cedar', 5), 2, shown)
    expect([moved.totalItemCount, cardCount(moved)]).toEqual([3, 4])
    expect(withMoved(moved, account, record(12, 'cedar', 5), 1, shown).totalItemCount).toBe(4)
    expect(withMoved(board, account, record(12, 'cedar', 5), 2, unfiltered).totalItemCount).toBe(4)
  })

  it('changes nothing for a card that is there already, or nowhere', () => {
    expect(withMoved(board, account, record(12, 'cedar'), 1, unfiltered)).toBe(board)
    expect(withMoved(board, account, record(99, 'nobody'), 2, unfiltered)).toBe(board)
  })

  it('puts it first where the order is not by name', () => {
    expect(
      placeOf(board.columns[0]!.records, record(9, 'zebra'), [{ column: 'arr', direction: 'ASC' }]),
    ).toBe(0)
  })

  it('knows names backwards, and churned records after the others', () => {
    const records = board.columns[0]!.records.toReversed()
    expect(placeOf(records, record(9, 'Birch'), [{ column: 'name', direction: 'DESC' }])).toBe(1)
    const churned = record(9, 'Aaron')
    churned.globalFields.churned = true
    expect(placeOf(board.columns[0]!.records, churned, byName)).toBe(2)
  })
})

describe('a further page of a column', () => {
  const [column] = board.columns as [BoardColumn]
  const after = (data: RecordBody[]) => withPage(board, account, 1, data).columns[0]!

  it('comes in without a card twice, and leaves count and sum', () => {
    const data = [record(12, 'cedar', 5), record(13, 'Elm', 25), record(21, 'Birch')]
    expect(shape(withPage(board, account, 1, data))[0]).toEqual([3, 40, [11, 12, 13]])
  })

  it('has the board read anew where it counts other cards, as the sum is of those before', () => {
    const whole = after([record(13, 'Elm', 25)])
    expect(isOutdated(column, whole, { totalItemCount: 3 })).toBe(false)
    expect(isOutdated(column, whole, { totalItemCount: 4 })).toBe(true)
    expect(isOutdated(column, after([]), { totalItemCount: 2 })).toBe(true)
    expect(isOutdated(column, { ...whole, count: 4 }, { totalItemCount: 4 })).toBe(false)
  })

  it('has the board read anew where it brings none of the cards that are awaited', () => {
    expect(isOutdated(column, after([record(12, 'cedar', 5)]), { totalItemCount: 3 })).toBe(true)
  })
})

it('finds a card with its column and place', () => {
  expect(findCard(board, account, 12)).toMatchObject({ index: 1, column: { key: 1 } })
  expect(findCard(board, account, 99)).toBeUndefined()
})

describe('columns that the filter leaves out', () => {
  const open = { and: [{ field: 'system:pipelineStatus', operator: 'isSetTo' as const, value: [1] }] }

  it('are those of other values of the same field', () => {
    expect([1, 2, null].map((key) => isShutOut(open, 'system:pipelineStatus', key))).toEqual([
      false,
      true,
      true,
    ])
    expect(isShutOut(open, 'tier', 2)).toBe(false)
    expect(isShutOut({ and: [] }, 'system:pipelineStatus', 2)).toBe(false)
  })

  it('come in one by one', () => {
    expect(lettingIn(open, 'system:pipelineStatus', 3)).toEqual({
      and: [{ field: 'system:pipelineStatus', operator: 'isSetTo', value: [1, 3] }],
    })
    expect(lettingIn(open, 'system:pipelineStatus', null)).toEqual({ and: [] })
  })
})

it('reads settings as far as they can be read', () => {
  expect(readBoardSettings(null)).toEqual({ collapsed: {} })
  expect(readBoardSettings('{')).toEqual({})
  expect(readBoardSettings('{"group":"tier","sum":7,"collapsed":{"tier":["1",2],"x":3}}')).toEqual({
    group: 'tier',
    collapsed: { tier: ['1'], x: [] },
  })
})
