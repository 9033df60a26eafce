import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { edit, good } from '../record/record.fixture.ts'
import { logPulse, newAccount, pulseOf, pulseUrl } from './pulse.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const log = async (id: number, pulse: number, more: object = {}): Promise<number> =>
  (await logPulse(admin, id, pulse, more)).data.pulseId
const change = async (entry: number, pulse: number) =>
  good(await admin.put(`${pulseUrl}/${entry}`, { pulse }))
const remove = async (entry: number): Promise<number> =>
  good(await admin.delete(`${pulseUrl}/${entry}`)).changeSetId
const restore = async (entry: number) => good(await admin.post(`core/timeline/${entry}/restore`))
const undo = async (changeSetId: number) => good(await admin.post(`core/change-sets/${changeSetId}/undo`))
const set = (id: number, pulse: number | null) => edit(admin, 'accounts', id, { pulse })

const satisfied = 4

describe('a value that was set without an entry', () => {
  it('returns when the entry that replaced it is deleted', async () => {
    const id = await newAccount(admin)
    await set(id, satisfied)
    const entry = await log(id, 2)
    await change(entry, 3)
    await remove(entry)
    expect(await pulseOf(admin, id)).toBe(satisfied)
    await restore(entry)
    expect(await pulseOf(admin, id)).toBe(3)
  })

  it('returns again after an undo of the deletion', async () => {
    const id = await newAccount(admin, { pulse: satisfied })
    const entry = await log(id, 2)
    await undo(await remove(entry))
    expect(await pulseOf(admin, id)).toBe(2)
    await remove(entry)
    expect(await pulseOf(admin, id)).toBe(satisfied)
  })

  it('returns when it was set after an older entry', async () => {
    const id = await newAccount(admin)
    const older = await log(id, 1)
    await set(id, satisfied)
    const newer = await log(id, 2)
    await remove(newer)
    expect(await pulseOf(admin, id)).toBe(satisfied)
    await remove(older)
    expect(await pulseOf(admin, id)).toBe(satisfied)
    await restore(newer)
    expect(await pulseOf(admin, id)).toBe(2)
  })

  it('returns when all entries above it are deleted, in either order', async () => {
    const id = await newAccount(admin, { pulse: satisfied })
    const [first, second] = [await log(id, 1), await log(id, 2)]
    await remove(first)
    expect(await pulseOf(admin, id)).toBe(2)
    await remove(second)
    expect(await pulseOf(admin, id)).toBe(satisfied)
    await restore(first)
    expect(await pulseOf(admin, id)).toBe(1)
    await restore(second)
    await remove(second)
    expect(await pulseOf(admin, id)).toBe(1)
  })

  it('can be none', async () => {
    const id = await newAccount(admin)
    const older = await log(id, 1)
    await set(id, null)
    await remove(await log(id, 2))
    expect(await pulseOf(admin, id)).toBeNull()
    await remove(older)
    expect(await pulseOf(admin, id)).toBeNull()
  })

  it('stays replaced by an older entry that was logged later', async () => {
    const id = await newAccount(admin, { pulse: satisfied })
    const newest = await log(id, 2)
    await log(id, 5, { occurredAt: '2026-01-01T00:00:00Z' })
    await remove(newest)
    expect(await pulseOf(admin, id)).toBe(5)
  })
})

it('an earlier entry that was changed since says the pulse when the newest is deleted', async () => {
  const id = await newAccount(admin)
  const older = await log(id, 1)
  const newer = await log(id, 2)
  await change(older, 5)
  await remove(newer)
  expect(await pulseOf(admin, id)).toBe(5)
})
