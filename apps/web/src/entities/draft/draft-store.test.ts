import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftKey, hasDraft, readDraft, subscribeDrafts, writeDraft } from './draft-store.ts'

const blank = { title: '', links: [] as number[], at: null as string | null }
const key = draftKey(7, { kind: 'note', record: 'account-12' })

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a draft is kept until it is forgotten, and whoever listens hears of both', () => {
  const heard = vi.fn()
  const stop = subscribeDrafts(heard)
  const draft = { form: { title: 'Call', links: [3], at: '2026-11-21T10:00:00Z' }, version: 4 }
  writeDraft(key, draft)
  expect(readDraft(key, blank)).toEqual(draft)
  writeDraft(key, null)
  expect([readDraft(key, blank), hasDraft(key)]).toEqual([null, false])
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
})

test('what does not fit the form is no draft', () => {
  writeDraft(key, { form: { title: 5, links: [], at: null }, version: null })
  expect(readDraft(key, blank)).toBeNull()
  localStorage.setItem(key, '{"form":')
  expect(readDraft(key, blank)).toBeNull()
})

test('users, records, items and comments each have their own', () => {
  const keys = [
    key,
    draftKey(8, { kind: 'note', record: 'account-12' }),
    draftKey(7, { kind: 'pulse', record: 'account-12' }),
    draftKey(7, { item: 12 }),
    draftKey(7, { commentsOf: 12 }),
  ]
  expect(new Set(keys).size).toBe(keys.length)
})
