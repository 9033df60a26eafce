import { describe, expect, it } from 'vitest'
import { createTenantLoad } from './tenant-load.ts'

const many = 2

function sharesAt() {
  let now = 0
  const shares = createTenantLoad(() => now)
  return {
    shares,
    pass: (milliseconds: number) => (now += milliseconds),
    begin(tenantId: number, calls: number) {
      for (let n = 0; n < calls; n += 1) shares.begin(tenantId)
    },
  }
}

describe('a greedy tenant', () => {
  it('asks for more than all others together, and has done so for a while', () => {
    const { shares, pass, begin } = sharesAt()
    begin(1, 8)
    begin(2, 3)
    expect(shares.isGreedy(1, many)).toBe(false)
    pass(500)
    expect(shares.isGreedy(1, many)).toBe(true)
    expect(shares.isGreedy(2, many)).toBe(false)
  })

  it('is none who asks for what can be done at once, or for no more than the others', () => {
    const { shares, pass, begin } = sharesAt()
    begin(1, 2)
    pass(5000)
    expect(shares.isGreedy(1, many)).toBe(false)
    begin(1, 6)
    begin(2, 5)
    begin(3, 4)
    pass(5000)
    expect([1, 2, 3].map((tenantId) => shares.isGreedy(tenantId, many))).toEqual([false, false, false])
  })

  it('is none any more when it has its answers', () => {
    const { shares, pass, begin } = sharesAt()
    begin(1, 8)
    pass(500)
    for (let n = 0; n < 8; n += 1) shares.end(1)
    begin(1, 1)
    expect(shares.isGreedy(1, many)).toBe(false)
    shares.end(4)
    expect(shares.isGreedy(4, many)).toBe(false)
  })
})
