import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readIds, writtenAt } from './header.rules.ts'

const idText = fc.stringMatching(/^[a-z0-9.]{1,12}@[a-z]{1,8}\.test$/)

describe('ids of mails', () => {
  it('are read out of a header, each once and in order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(idText, { maxLength: 30 }), (ids) => {
        const header = ids.map((id) => `<${id}>`).join('\r\n ')
        expect(readIds(`${header} ${header}`)).toEqual(ids)
      }),
    )
  })

  it('are read without brackets, and never too many or too long', () => {
    expect(readIds('a@b.test')).toEqual(['a@b.test'])
    expect(readIds(undefined)).toEqual([])
    expect(readIds(`<${'x'.repeat(2000)}>`)).toEqual([])
    const many = Array.from({ length: 5000 }, (_, at) => `<${at}@x.test>`).join('')
    expect(readIds(many)).toHaveLength(100)
    expect(readIds(many)[0]).toBe('0@x.test')
  })

  it('never throw, whatever the header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => Array.isArray(readIds(text))),
    )
  })
})

const at = (text: string) => new Date(text)

describe('when a mail was written', () => {
  const now = at('2026-03-14T12:00:00Z')

  it.each([
    ['1970-01-01T00:00:00Z', undefined, '1970-01-01T00:00:00Z'],
    ['1969-02-14T03:02:00Z', undefined, '1969-02-14T03:02:00Z'],
    ['3609-06-30T09:33:50Z', '2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z'],
    ['<HR>', undefined, '2026-03-14T12:00:00Z'],
    [undefined, 'Sun, 1 Mar 2026 10:00:00 +0100', '2026-03-01T09:00:00Z'],
    ['2026-03-14T20:00:00Z', undefined, '2026-03-14T20:00:00Z'],
  ])('is what %s and %s tell', (said, received, expected) => {
    expect(writtenAt(said, received, now)).toEqual(at(expected))
  })
})
