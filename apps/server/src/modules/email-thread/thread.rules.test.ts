import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { baseSubject, chooseBySubject, chooseThread } from './thread.rules.ts'

describe('a subject', () => {
  it.each([
    ['Re: Renewal', 'renewal'],
    ['AW: Re: Fwd:  Renewal  2026', 'renewal 2026'],
    ['RE[2]: Renewal', 'renewal'],
    ['Regarding: us', 'regarding: us'],
    ['Re:', ''],
  ])('%s is compared as "%s"', (subject, base) => {
    expect(baseSubject(subject)).toBe(base)
  })
})

describe('the thread of a mail', () => {
  const ids = { inReplyTo: ['b@x'], references: ['root@x', 'a@x', 'b@x'] }

  it('is that of the nearest mail that it names', () => {
    const known = [
      { headerId: 'root@x', threadId: 1 },
      { headerId: 'a@x', threadId: 2 },
    ]
    expect(chooseThread('c@x', ids, known)).toBe(2)
    expect(chooseThread('c@x', ids, [...known, { headerId: 'b@x', threadId: 3 }])).toBe(3)
  })

  it('is one whose mails name it, where its own answer came first', () => {
    expect(chooseThread('a@x', { inReplyTo: [], references: [] }, [{ headerId: 'a@x', threadId: 7 }])).toBe(7)
  })

  it('is a new one when nothing that it names is known', () => {
    expect(chooseThread('c@x', ids, [{ headerId: 'z@x', threadId: 1 }])).toBeUndefined()
  })

  it('is found however the mails of a chain arrive', () => {
    const chain = ['m0@x', 'm1@x', 'm2@x', 'm3@x', 'm4@x']
    const order = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 })
    fc.assert(
      fc.property(order, (arrival) => {
        const known: { headerId: string; threadId: number }[] = []
        let threads = 0
        for (const at of arrival) {
          const references = chain.slice(0, at)
          const own = chain[at] as string
          const mail = { inReplyTo: references.slice(-1), references }
          const threadId = chooseThread(own, mail, known) ?? (threads += 1)
          known.push(...[own, ...references].map((headerId) => ({ headerId, threadId })))
        }
        expect(threads).toBe(1)
      }),
    )
  })
})

describe('an answer that names no mail', () => {
  const known = [{ threadId: 4, addresses: ['ada@x.test', 'Me@us.test'] }]

  it('joins the one thread in which all of its people are', () => {
    expect(chooseBySubject({ from: 'ADA@x.test', recipients: ['me@us.test'] }, known)).toBe(4)
  })

  it('never brings strangers in', () => {
    expect(chooseBySubject({ from: 'eve@x.test', recipients: ['me@us.test'] }, known)).toBeUndefined()
    expect(
      chooseBySubject({ from: 'ada@x.test', recipients: ['me@us.test', 'eve@x.test'] }, known),
    ).toBeUndefined()
    expect(chooseBySubject({ from: 'ada@x.test', recipients: [] }, known)).toBeUndefined()
    expect(chooseBySubject({ from: '', recipients: ['me@us.test'] }, known)).toBeUndefined()
  })

  it('begins a thread where it could be of two', () => {
    const two = [...known, { threadId: 5, addresses: ['ada@x.test', 'me@us.test', 'bo@x.test'] }]
    expect(chooseBySubject({ from: 'ada@x.test', recipients: ['me@us.test'] }, two)).toBeUndefined()
  })
})
