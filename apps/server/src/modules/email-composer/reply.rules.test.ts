import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answeredSubject, recipientsOf } from './reply.rules.ts'
import { baseSubject, looksAnswered } from '../email-thread/thread.rules.ts'

const one = (address: string) => ({ name: '', address })
const addresses = (list: readonly { address: string }[]) => list.map(({ address }) => address)

describe('an answer', () => {
  const mail = {
    from: one('ada@x.test'),
    replyTo: [],
    to: [one('Me@us.test'), one('bo@x.test')],
    cc: [one('cy@x.test'), one('ada@x.test')],
  }

  it('goes to the sender, and with all others to them in copy', () => {
    expect(recipientsOf(mail, 'reply', ['me@us.test'])).toEqual({ to: [one('ada@x.test')], cc: [] })
    const { to, cc } = recipientsOf(mail, 'replyAll', ['me@us.test'])
    expect([addresses(to), addresses(cc)]).toEqual([['ada@x.test'], ['bo@x.test', 'cy@x.test']])
  })

  it('goes where the mail asks for it', () => {
    const { to, cc } = recipientsOf({ ...mail, replyTo: [one('desk@x.test')] }, 'replyAll', ['me@us.test'])
    expect([addresses(to), addresses(cc)]).toEqual([['desk@x.test'], ['bo@x.test', 'cy@x.test']])
  })

  it('to a mail of one’s own goes to whom that went', () => {
    const { to, cc } = recipientsOf(mail, 'replyAll', ['ada@x.test'])
    expect([addresses(to), addresses(cc)]).toEqual([['Me@us.test', 'bo@x.test'], ['cy@x.test']])
  })

  it('names nobody twice, and never oneself', () => {
    const some = fc.array(fc.constantFrom('a@x.test', 'A@x.test', 'b@x.test', 'c@x.test', '').map(one), {
      maxLength: 6,
    })
    fc.assert(
      fc.property(some, some, some, fc.constantFrom('a@x.test', 'b@x.test'), (to, cc, replyTo, from) => {
        const answer = recipientsOf({ from: one(from), to, cc, replyTo }, 'replyAll', ['B@x.test'])
        const all = addresses([...answer.to, ...answer.cc]).map((address) => address.toLowerCase())
        expect(new Set(all).size).toBe(all.length)
        expect(all).not.toContain('b@x.test')
        expect(all).not.toContain('')
      }),
    )
  })
})

describe('the subject of an answer', () => {
  it('is compared as the same after any answers and forwards', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60 }),
        fc.array(fc.constantFrom('reply' as const, 'forward' as const), { maxLength: 5 }),
        (subject, acts) => {
          const answered = acts.reduce((text, act) => answeredSubject(text, act), subject)
          expect(baseSubject(answered)).toBe(baseSubject(subject))
          if (acts.length > 0) expect(looksAnswered(answered)).toBe(true)
        },
      ),
    )
  })
})
