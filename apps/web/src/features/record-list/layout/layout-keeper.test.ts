import { beforeEach, expect, it, vi } from 'vitest'
import { type KeptLayout, readColumnSet, saveColumnSet } from '../../../entities/record/index.ts'
import { flushLayouts, keepLayout, loadLayout, type LayoutOwner } from './layout-keeper.ts'

const stored = vi.hoisted(() => new Map<string, string | null>())

vi.mock('../../../entities/record/list/column-set.calls.ts', () => ({
  readColumnSet: vi.fn(),
  saveColumnSet: vi.fn(),
}))
vi.mock('../../../ui/storage.ts', () => ({
  readStored: (key: string) => stored.get(key) ?? null,
  writeStored: (key: string, value: string) => stored.set(key, value),
}))

const ownerOf = (scope: string) => ({ userId: 1, scope }) as LayoutOwner
const layout = (name: string) => ({ name }) as unknown as KeptLayout
const nothing = () => undefined

beforeEach(() => stored.clear())

it('has a layout saved, although that of another list changes meanwhile', async () => {
  let answer: () => void = nothing
  vi.mocked(saveColumnSet).mockReturnValueOnce(
    new Promise((resolve) => (answer = () => resolve(undefined as never))),
  )
  keepLayout(ownerOf('accounts'), layout('mine'))
  flushLayouts()
  keepLayout(ownerOf('contacts'), layout('other'))
  answer()
  await Promise.resolve()
  flushLayouts()
  vi.mocked(readColumnSet).mockResolvedValue(layout('of another device'))
  const signal = new AbortController().signal
  await vi.waitFor(async () =>
    expect(await loadLayout(ownerOf('accounts'), nothing, signal)).toEqual(layout('of another device')),
  )
  expect(
    vi.mocked(saveColumnSet).mock.calls.filter(([scope]) => scope === ownerOf('accounts').scope),
  ).toHaveLength(1)
})
