import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../api-operation.ts'
import { byLength } from '../length.ts'
import { digestOf } from './canary.ts'
import { callers, fuzz, type FuzzCounts } from './fuzz.ts'
import type { Schema } from './schema-value.ts'
import { startTwoTenants, type TwoTenants } from './two-tenants.ts'

/** `npm run fuzz -- --cases N --seed S --only <part of an operation's id>` sets these. */
const { FUZZ_CASES = byLength('1', '10'), FUZZ_SEED = '1', FUZZ_ONLY = '' } = process.env
const hours = 3_600_000

let world: TwoTenants
let before: Record<string, string>
let operations: Operation[]
let counts: FuzzCounts

/** The operations that took longest, in milliseconds a call. */
function slowest(): string {
  const each = callers.length * Number(FUZZ_CASES)
  const sorted = [...counts.spent].toSorted(([, a], [, b]) => b - a).slice(0, 8)
  return sorted.map(([name, spent]) => `${name} ${Math.round(spent / each)}`).join(', ')
}

function report(): string {
  const statuses = Object.entries(counts.statuses).map(([status, calls]) => `${status}: ${calls}`)
  return [
    `seed ${FUZZ_SEED}: ${operations.length} operations × ${callers.length} callers × ${FUZZ_CASES} cases = ${counts.calls} calls`,
    `canaries in ${world.planted.columns} columns, ${world.planted.rows} texts of the other tenant`,
    `statuses ${statuses.join(', ')}; ${counts.reached.size} operations answered 200`,
    `slowest in ms: ${slowest()}`,
    `${counts.faults.length} faults`,
    '',
  ].join('\n')
}

beforeAll(async () => {
  world = await startTwoTenants()
  const { app, platform } = world.application
  const document = (await app.inject({ method: 'GET', url: '/api/openapi.json' })).json()
  operations = Object.entries(document.paths as Record<string, Record<string, object>>)
    .flatMap(([path, byMethod]) =>
      Object.entries(byMethod).map(
        ([method, operation]) => ({ ...operation, method: method.toUpperCase(), path }) as Operation,
      ),
    )
    .filter(({ operationId = '' }) => operationId.toLowerCase().includes(FUZZ_ONLY.toLowerCase()))
  before = await digestOf(platform.database.owner, world.foreignTenantId)
  const shared = document.components.schemas as Record<string, Schema>
  counts = await fuzz(world, { seed: FUZZ_SEED, cases: Number(FUZZ_CASES), operations, shared })
  process.stdout.write(report())
}, hours)
afterAll(() => world.stop())

describe('every operation, as everybody, with values of every kind', () => {
  it('was called, and the canaries were there to be seen', () => {
    expect(operations.length).toBeGreaterThan(FUZZ_ONLY ? 0 : 200)
    expect(counts.calls).toBe(operations.length * callers.length * Number(FUZZ_CASES))
    expect(world.planted.columns).toBeGreaterThan(80)
    if (!FUZZ_ONLY) expect(counts.reached.size).toBeGreaterThan(operations.length / 4)
  })

  it('fails never, answers as it is described, and tells no byte of another tenant', () => {
    const told = counts.faults.map(
      (one) => `${one.operationId} as ${one.caller}, case ${one.case}: ${one.what}\n    ${one.call}`,
    )
    expect(told).toEqual([])
  })

  it('changes nothing of another tenant', async () => {
    const { owner } = world.application.platform.database
    expect(await digestOf(owner, world.foreignTenantId)).toEqual(before)
  })
})
