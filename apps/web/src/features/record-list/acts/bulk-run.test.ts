import { describe, expect, it } from 'vitest'
import { runInCalls } from './bulk-run.ts'

const ids = Array.from({ length: 2300 }, (_, index) => index + 1)

describe('a bulk change', () => {
  it('sends at most 1,000 ids in a call and adds up the answers', async () => {
    const sizes: number[] = []
    const result = await runInCalls(ids, async (some) => {
      sizes.push(some.length)
      return {
        changeSetId: sizes.length,
        changed: some.length - 1,
        refused: [{ id: some[0]!, message: 'No.' }],
      }
    })
    expect(sizes).toEqual([1000, 1000, 300])
    expect(result).toMatchObject({ changeSetIds: [1, 2, 3], changed: 2297, refused: { length: 3 } })
  })

  it('stops at a failure and keeps what was done', async () => {
    let calls = 0
    const failure = new Error('gone')
    const result = await runInCalls(ids, async (some) => {
      calls += 1
      if (calls === 2) throw failure
      return { changeSetId: 7, changed: some.length, refused: [] }
    })
    expect(calls).toBe(2)
    expect(result).toMatchObject({ changed: 1000, changeSetIds: [7], error: failure })
  })
})
