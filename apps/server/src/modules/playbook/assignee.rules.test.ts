import { describe, expect, it } from 'vitest'
import { chooseAssignee, type Situation } from './assignee.rules.ts'

const person = (userId: number, roleId: number, assignable = true) =>
  [userId, { userId, name: `User ${userId}`, roleId, assignable }] as const

// 1 and 2 own the record; 3 is a manager, 4 a Normal User, 5 left.
const people = new Map([person(1, 1), person(2, 2), person(3, 2), person(4, 1), person(5, 2, false)])
const load: Record<number, number> = { 1: 4, 2: 14, 3: 19 }
const situation = (change: Partial<Situation> = {}): Situation => ({
  owners: [1, 2],
  people,
  load: (userId) => load[userId] ?? 0,
  turn: 0,
  ...change,
})

const reason = (rule: Parameters<typeof chooseAssignee>[0]) => chooseAssignee(rule, situation()).reason

describe('chooseAssignee', () => {
  it.each<[string, Parameters<typeof chooseAssignee>[0], Partial<Situation>, number | null]>([
    ['the primary owner', { rule: 'primaryOwner' }, {}, 1],
    ['no one without owners', { rule: 'primaryOwner' }, { owners: [] }, null],
    ['no one where the owner left', { rule: 'primaryOwner' }, { owners: [5] }, null],
    ['the secondary owner', { rule: 'secondaryOwner', roleId: null }, {}, 2],
    ['the secondary owner by role', { rule: 'secondaryOwner', roleId: 2 }, {}, 2],
    ['the primary owner where no secondary one fits', { rule: 'secondaryOwner', roleId: 3 }, {}, 1],
    ['a named person', { rule: 'user', userId: 3 }, {}, 3],
    ['the primary owner for someone who left', { rule: 'user', userId: 5 }, {}, 1],
    ["the primary owner for someone who can't see the record", { rule: 'user', userId: 4 }, {}, 1],
    ['the least loaded', { rule: 'leastLoaded', userIds: [2, 3, 4, 5] }, {}, 2],
    ['the next by turns', { rule: 'roundRobin', userIds: [2, 3] }, { turn: 3 }, 3],
    ['the primary owner where no one of a group can', { rule: 'roundRobin', userIds: [4, 5] }, {}, 1],
  ])('gives %s', (_, rule, change, expected) => {
    expect(chooseAssignee(rule, situation(change)).userId).toBe(expected)
  })

  it('says why', () => {
    expect(reason({ rule: 'leastLoaded', userIds: [2, 3] })).toBe(
      'Least loaded: 14 open tasks; the next has 19.',
    )
    expect(reason({ rule: 'user', userId: 5 })).toBe("User 5 can't take it. Primary owner.")
  })
})
