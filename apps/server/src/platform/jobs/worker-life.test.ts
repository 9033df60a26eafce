import { expect, it } from 'vitest'
import { keepWorking, type Working } from './worker-life.ts'

interface Begun extends Working {
  fail(): void
  isStopped: boolean
}

function working(): Begun {
  const { promise, resolve } = Promise.withResolvers<void>()
  const begun: Begun = {
    failed: promise,
    fail: resolve,
    isStopped: false,
    async stop() {
      begun.isStopped = true
    },
  }
  return begun
}

function silentLog() {
  const lines: string[] = []
  const note = (line: unknown) => void lines.push(String(line))
  return { lines, info: note, warn: note }
}

const cannotBegin = () => Promise.reject(new Error('The database is away'))

it('begins anew what failed, once that succeeds, and says so', async () => {
  const begun: Begun[] = []
  let isAway = false
  const log = silentLog()
  const life = await keepWorking(async () => {
    if (isAway) throw new Error('The database is away')
    begun.push(working())
    return begun.at(-1) as Begun
  }, log)
  isAway = true
  begun[0]?.fail()
  await expect.poll(() => begun[0]?.isStopped).toBe(true)
  isAway = false
  await expect.poll(() => begun.length, { timeout: 5000 }).toBe(2)
  expect(log.lines).toEqual([
    'jobs cannot be worked on; they are given back until the database is there',
    'jobs are worked on again',
  ])
  expect(begun[1]?.isStopped).toBe(false)
  await life.stop()
  expect(begun[1]?.isStopped).toBe(true)
})

it('ends when it is stopped while it cannot begin', async () => {
  const first = working()
  let tries = 0
  const life = await keepWorking(async () => {
    tries += 1
    if (tries > 1) throw new Error('The database is away')
    return first
  }, silentLog())
  first.fail()
  await expect.poll(() => tries).toBeGreaterThan(1)
  await life.stop()
  expect(first.isStopped).toBe(true)
})

it('throws when it cannot begin at all', async () => {
  await expect(keepWorking(cannotBegin, silentLog())).rejects.toThrow('away')
})
