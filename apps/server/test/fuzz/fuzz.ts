import { text } from 'node:stream/consumers'
import type { InjectOptions } from 'fastify'
import type { Operation } from '../api-operation.ts'
import type { Client, RoleName } from '../harness.ts'
import { faultsOf, type Given } from './answer-checks.ts'
import { makeCall, type CallMaking, type Spoiling } from './fuzz-call.ts'
import { kindOf, numericIds } from './id-kind.ts'
import { randomOf, type Random } from './random.ts'
import type { Schema } from './schema-value.ts'
import type { Objects, TwoTenants } from './two-tenants.ts'

/** No one has no session. */
export type Caller = RoleName | 'nobody'
export const callers: readonly Caller[] = ['administrator', 'manager', 'normalUser', 'viewer', 'nobody']

/** Whose objects the ids of a call name. */
type Side = 'own' | 'foreign' | 'mixed'

export interface Fault {
  operationId: string
  caller: Caller
  case: number
  what: string
  call: string
}

export interface FuzzCounts {
  calls: number
  /** Calls by status. */
  statuses: Record<number, number>
  /** Operations that were answered 200 at least once. */
  reached: Set<string>
  faults: Fault[]
  /** The milliseconds that each operation took, all calls together. */
  spent: Map<string, number>
}

export interface FuzzOptions {
  seed: string
  /** For each operation and caller. */
  cases: number
  operations: readonly Operation[]
  shared: Record<string, Schema>
  /** Milliseconds after which no new operation is begun. */
  longest?: number
}

/** No one is asked to sign in, or that there is no such address at all. */
const isForNobody = ({ status, text: body }: Given): boolean =>
  status === 401 || /"reason":"(request\.address|route\.unknown)"/.test(body)

/** Operations after which everyone signs in again, whatever was done to them. */
const renewEvery = 25

/** The first two cases of an operation and caller are these, in an order that differs among callers; chance rules the others. */
const begun: readonly { side: Side; spoiling: Spoiling }[] = [
  { side: 'own', spoiling: 'none' },
  { side: 'foreign', spoiling: 'none' },
]

function planOf(at: number, caller: Caller, random: Random): { side: Side; spoiling: Spoiling } {
  const first = at < begun.length ? begun[(at + callers.indexOf(caller)) % begun.length] : undefined
  return (
    first ?? {
      side: random.pick<Side>(['own', 'foreign', 'mixed', 'mixed']),
      spoiling: random.pick<Spoiling>(['none', 'some', 'some', 'much']),
    }
  )
}

function makingOf(
  world: TwoTenants,
  operation: Operation,
  of: { shared: Record<string, Schema>; side: Side; random: Random },
): CallMaking {
  const { shared, side, random } = of
  const objects = (): Objects =>
    side === 'foreign' || (side === 'mixed' && random.chance(0.4)) ? world.foreign : world.own
  const ofKind = (key: string): string => {
    const kind = kindOf(key, operation.path)
    return kind && random.chance(0.85) ? objects()[kind] : random.pick(numericIds(objects()))
  }
  return {
    random,
    shared,
    fields: ['x_string', 'x_number', 'x_currency', 'x_multiPicklist', 'x_date'],
    id: (key = '') => (random.chance(0.04) ? 999_999_999 : Number(ofKind(key))),
    pathId: (name, isText) => (isText ? objects().upload : ofKind(name)),
  }
}

async function answerTo(world: TwoTenants, call: InjectOptions): Promise<Given> {
  const answer = await world.application.app.inject({ ...call, payloadAsStream: true })
  const headers = answer.headers as Record<string, unknown>
  if (String(headers['content-type']).startsWith('text/event-stream')) {
    answer.stream().destroy()
    return { status: answer.statusCode, headers, text: '' }
  }
  return { status: answer.statusCode, headers, text: await text(answer.stream()) }
}

/** Sessions of each role in the first tenant, begun again when one ended or its user was changed. */
function sessionsOf(world: TwoTenants) {
  const known = new Map<RoleName, Client>()
  return {
    async tokenOf(role: RoleName): Promise<string> {
      const client = known.get(role) ?? (await world.newUser(role))
      known.set(role, client)
      return client.token
    },
    end: () => known.clear(),
  }
}

/** An address as it was meant; what is no escape stays. */
const decoded = (url: string): string => decodeURIComponent(url.replaceAll(/%(?![\da-f]{2})/gi, '%25'))

function count(counts: FuzzCounts, operationId: string, status: number, milliseconds: number): void {
  counts.calls += 1
  counts.statuses[status] = (counts.statuses[status] ?? 0) + 1
  if (status === 200) counts.reached.add(operationId)
  counts.spent.set(operationId, (counts.spent.get(operationId) ?? 0) + milliseconds)
}

/** Calls every operation as everyone with values of every kind, and shows what is wrong with the answers. */
export async function fuzz(world: TwoTenants, options: FuzzOptions): Promise<FuzzCounts> {
  const { operations, cases, seed, shared, longest = Number.POSITIVE_INFINITY } = options
  const counts: FuzzCounts = { calls: 0, statuses: {}, reached: new Set(), faults: [], spent: new Map() }
  const sessions = sessionsOf(world)
  const startedAt = Date.now()

  async function answerAs(caller: Caller, call: InjectOptions): Promise<Given> {
    const authorization =
      caller === 'nobody' ? {} : { authorization: `Bearer ${await sessions.tokenOf(caller)}` }
    const given = await answerTo(world, { ...call, headers: { ...call.headers, ...authorization } })
    // Its session ended, or its user was changed.
    if (given.status === 401) sessions.end()
    return given
  }

  async function tryCase(operation: Operation, caller: Caller, at: number): Promise<void> {
    const operationId = operation.operationId ?? operation.path
    const random = randomOf(`${seed} ${operationId} ${caller} ${at}`)
    const { side, spoiling } = planOf(at, caller, random)
    const call = makeCall(operation, makingOf(world, operation, { shared, side, random }), spoiling)
    const beganAt = performance.now()
    const given = await answerAs(caller, call)
    count(counts, operationId, given.status, performance.now() - beganAt)
    const payload = String(call.payload ?? '')
    const told = `${call.method} ${String(call.url).slice(0, 300)} ${payload.slice(0, 500)}`
    const wrong = faultsOf(operation, given, `${decoded(String(call.url))} ${payload}`)
    const isOpen = caller !== 'nobody' || operation.security !== undefined || isForNobody(given)
    if (!isOpen) wrong.push(`answers ${given.status} to nobody`)
    for (const what of wrong) counts.faults.push({ operationId, caller, case: at, what, call: told })
  }

  for (const [at, operation] of operations.entries()) {
    if (Date.now() - startedAt > longest) break
    if (at % renewEvery === 0) sessions.end()
    for (const caller of callers) {
      for (let one = 0; one < cases; one += 1) await tryCase(operation, caller, one)
    }
  }
  return counts
}
