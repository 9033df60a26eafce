import { roleIds } from '@steward/contracts/plain/permission'
import type { AssigneeRule } from '@steward/contracts/playbook/template'

/** A person as far as it matters for giving them a step. */
export interface Candidate {
  userId: number
  name: string
  roleId: number
  /** Whether they can be given tasks at all. */
  assignable: boolean
}

export interface Situation {
  /** The owners of the record, the primary one first. */
  owners: readonly number[]
  people: ReadonlyMap<number, Candidate>
  /** Open tasks of a person, with those that were given to them meanwhile. */
  load(userId: number): number
  /** How often the step was given to someone by turns before. */
  turn: number
}

export interface Choice {
  userId: number | null
  reason: string
}

/** Whether someone can be given a step: a Normal User sees only records of their own. */
function canTake({ owners, people }: Situation, userId: number): boolean {
  const person = people.get(userId)
  if (!person?.assignable) return false
  return person.roleId !== roleIds.normalUser || owners.includes(userId)
}

function primaryOwner(situation: Situation, because: string): Choice {
  const [userId] = situation.owners
  if (userId === undefined || !canTake(situation, userId)) {
    return { userId: null, reason: `${because}No one can be given this step.`.trim() }
  }
  return { userId, reason: `${because}Primary owner.` }
}

const tasks = (count: number): string => `${count} open ${count === 1 ? 'task' : 'tasks'}`

function leastLoaded(situation: Situation, userIds: readonly number[]): Choice | undefined {
  const able = userIds.filter((id) => canTake(situation, id))
  const [first, second] = able.toSorted((a, b) => situation.load(a) - situation.load(b))
  if (first === undefined) return undefined
  const next = second === undefined ? '' : `; the next has ${situation.load(second)}`
  return { userId: first, reason: `Least loaded: ${tasks(situation.load(first))}${next}.` }
}

function byTurns(situation: Situation, userIds: readonly number[]): Choice | undefined {
  const able = userIds.filter((id) => canTake(situation, id))
  const userId = able[situation.turn % able.length]
  return userId === undefined ? undefined : { userId, reason: 'By turns.' }
}

function secondaryOwner(situation: Situation, roleId: number | null): Choice | undefined {
  const userId = situation.owners
    .slice(1)
    .find((id) => canTake(situation, id) && (roleId === null || situation.people.get(id)?.roleId === roleId))
  return userId === undefined ? undefined : { userId, reason: 'Secondary owner.' }
}

/** Whose a step is, and why. Where the rule finds no one, it is the primary owner's; null where there is none. */
export function chooseAssignee(rule: AssigneeRule, situation: Situation): Choice {
  if (rule.rule === 'primaryOwner') return primaryOwner(situation, '')
  if (rule.rule === 'user') {
    const { userId } = rule
    if (canTake(situation, userId)) return { userId, reason: 'Named in the playbook.' }
    const name = situation.people.get(userId)?.name ?? 'The person in the playbook'
    return primaryOwner(situation, `${name} can't take it. `)
  }
  if (rule.rule === 'secondaryOwner') {
    return secondaryOwner(situation, rule.roleId) ?? primaryOwner(situation, 'No secondary owner fits. ')
  }
  const found =
    rule.rule === 'leastLoaded' ? leastLoaded(situation, rule.userIds) : byTurns(situation, rule.userIds)
  return found ?? primaryOwner(situation, 'No one of the group can take it. ')
}
