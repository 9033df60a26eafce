import { afterEach, describe, expect, it } from 'vitest'
import { setReader } from './reader.ts'
import { signedFormat } from './signed-text.ts'

const text = signedFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 })
const reads = (locale: string) => setReader({ locale, timeZone: 'UTC' })

describe('figures with a sign', () => {
  afterEach(() => setReader({ locale: undefined, timeZone: undefined }))

  it.each([
    ['en-US', 1234.56, '+1,234.6'],
    ['en-US', -0.24, '\u22120.2'],
    ['en-US', 0, '0.0'],
    ['en-US', -0.04, '0.0'],
    ['de-DE', -1.84, '\u22121,8'],
    ['sv-SE', -1.84, '\u22121,8'],
  ])('in %s, %s is written %s', (locale, figure, written) => {
    reads(locale)
    expect(text(figure)).toBe(written)
  })

  it('show no plus where none is asked for', () => {
    reads('en-US')
    const score = signedFormat({ maximumFractionDigits: 0, signDisplay: 'negative' })
    expect([12, 0, -12].map(score)).toEqual(['12', '0', '\u221212'])
  })
})
