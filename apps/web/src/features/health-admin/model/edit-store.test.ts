import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { levelOf } from '@steward/contracts/level'
import { readEdits, writeEdits, type ModelEdits } from './edit-store.ts'
import { model } from './model.fixture.ts'

const account = levelOf('account')
const edits: ModelEdits = { base: { model: model([]), revision: 3 }, measures: null, bounds: [] }

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('what somebody changed and did not save is theirs alone', () => {
  writeEdits(7, account, edits)
  expect(readEdits(7, account)).toEqual(edits)
  expect(readEdits(8, account)).toBeNull()
  expect(readEdits(7, levelOf('organization'))).toBeNull()
  writeEdits(7, account, null)
  expect(readEdits(7, account)).toBeNull()
})
